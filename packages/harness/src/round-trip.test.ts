import { describe, expect, test } from "vitest";
import { HARNESS_IDS, type HarnessId } from "./harnesses.js";
import type { AgentDefinition, FileToMerge, FileToWrite, McpServer, PromptTemplate, SkillFiles } from "./neutral.js";
import { renderAgent } from "./render-agent.js";
import { renderMcp } from "./render-mcp.js";
import { renderPrompt } from "./render-prompt.js";
import { renderSkill } from "./render-skill.js";
import { AGENT, HOOK, SANDBOX } from "./testing/examples.js";
import { type Document, follow, isMerged, parseText, readFile } from "./testing/read-back.js";
import { filesIn } from "./testing/show-rendering.js";

const NASTY = [
  `double " single ' back\\slash \\n \\u0041`,
  `three """ quotes and '''`,
  `ends with a "`,
  `line one\nline two\n\n---\nfront: matter?\n---\n# heading`,
  `---\nstarts like front matter\n---\n`,
  "Ünïcödé 漢字 🐴 \u2028 \u00A0end",
  "${HOME} $PATH {env:X} ${input:y} {{ z }}",
  "# not a comment",
  "- not: a list",
  "@at `tick` %percent *star &anchor !tag |pipe >fold",
  "trailing space \n\ttab and bell \u0007 and delete \u007F",
  "carriage\r\nreturns\r\n",
  "yes",
  "1.0",
  "null",
  `long ${"word ".repeat(600)}`,
];

const KEYS = ["plain", "with.dot", "with space", `quo"te`, "sla/sh~tilde", "ключ", "#hash", "__proto__"];

function serverCalled(name: string, text: string): McpServer {
  return {
    name,
    transport: "stdio",
    command: ["run", text],
    env: [{ name: "TOKEN", value: text }, { name: "OPEN" }],
    headers: [],
    autoApprove: [],
  };
}

function nastyAgent(text: string): AgentDefinition {
  const skill: SkillFiles = {
    name: "nasty",
    description: text,
    files: [{ path: "SKILL.md", content: text, executable: false }],
  };
  return {
    ...AGENT,
    description: text,
    prompt: text,
    model: "acme/sonnet-x",
    mcpServers: KEYS.map((key) => serverCalled(key, text)),
    skills: [skill],
    hooks: [{ ...HOOK, handlerConfig: { command: "check", args: [text] } }],
    prompts: [{ name: "nasty", description: text, template: text, variables: [] }],
    sandboxes: [{ ...SANDBOX, entrypoint: text }],
  };
}

function merged(files: readonly (FileToWrite | FileToMerge)[]): FileToMerge[] {
  return files.filter(isMerged);
}

function written(files: readonly (FileToWrite | FileToMerge)[]): FileToWrite[] {
  return files.filter((file): file is FileToWrite => !isMerged(file));
}

/** Where a harness keeps the prompt of an agent. */
function promptIn(id: HarnessId, { members, body }: Document): unknown {
  if (id === "codex") return members["developer_instructions"];
  if (id === "kiro") return members["prompt"];
  // A blank line keeps a plain text that begins with dashes from being front matter.
  return id === "pi" ? body?.replace(/^\n---/, "---") : body;
}

describe.each(HARNESS_IDS)("%s", (id) => {
  test.each(NASTY)("writes an agent that its parsers read back: %j", (text) => {
    for (const scope of ["project", "user"] as const) {
      const { snippet } = renderAgent(id, nastyAgent(text), { scope });
      const files = filesIn(snippet);
      for (const file of merged(files)) {
        expect(parseText(file.format, file.text)).toEqual(file.content);
        for (const key of file.keys) expect(follow(file.content, key), key).toBeDefined();
      }
      for (const file of written(files)) expect(() => readFile(file)).not.toThrow();
    }
  });

  test.each(NASTY)("keeps prompt and description word for word: %j", (text) => {
    const { snippet } = renderAgent(id, nastyAgent(text), { scope: "user" });
    const profile = readFile(snippet["agent_profile"] as FileToWrite);
    expect([text, `${text}\n`]).toContain(promptIn(id, profile));
    const { description } = profile.members as { description?: string };
    if (id !== "pi") expect(text.startsWith(description ?? "missing")).toBe(true);
  });

  /** What Jinja makes of braces that Goose's recipes quote. */
  const withoutQuotes = (prompt: string): string => prompt.replaceAll(/\{\{ '(\{[{%#])' \}\}/g, "$1");

  test.each(NASTY)("keeps the text of a prompt: %j", (text) => {
    const prompt: PromptTemplate = { name: "nasty", description: text, template: text, variables: [] };
    for (const file of renderPrompt(id, prompt).files) {
      // A plain Markdown file has no data to read; the text itself may look like front matter.
      if ([text, `${text}\n`].includes(file.content.replace(/^\n---/, "---"))) continue;
      const { members, body } = readFile(file);
      expect([text, `${text}\n`]).toContain(body ?? withoutQuotes(String(members["prompt"])));
      expect(text.startsWith(String(members["description"]))).toBe(true);
    }
  });

  test.each(KEYS)("addresses a server called %j", (name) => {
    const { snippet } = renderMcp(id, serverCalled(name, "text"));
    const file = snippet["mcp_config"] as FileToMerge;
    expect(parseText(file.format, file.text)).toEqual(file.content);
    expect(follow(file.content, file.keys.at(-1) ?? "")).toMatchObject({});
  });

  test("gives a skill without front matter the name of its folder", () => {
    const { files } = renderSkill(id, nastyAgent("no front matter").skills[0] as SkillFiles);
    expect(files.map((file) => readFile(file).members)).toEqual([{ name: "nasty", description: "no front matter" }]);
  });
});
