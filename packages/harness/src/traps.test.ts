import { expect, test } from "vitest";
import type { FileToMerge, FileToWrite } from "./neutral.js";
import { renderAgent } from "./render-agent.js";
import { renderMcp } from "./render-mcp.js";
import { renderPrompt } from "./render-prompt.js";
import { AGENT, PROMPT, SEARCH, TRACKER } from "./testing/examples.js";
import { readFile } from "./testing/read-back.js";

const tokenHeaders = (token: string) => ({ Authorization: `Bearer ${token}`, "X-Team": "platform" });
const ADDRESS = "https://mcp.acme.test/mcp";

test.each([
  ["claude-code", "mcpServers", { type: "http", url: ADDRESS, headers: tokenHeaders("${SEARCH_TOKEN}") }],
  ["cursor", "mcpServers", { url: ADDRESS, headers: tokenHeaders("${env:SEARCH_TOKEN}") }],
  ["kiro", "mcpServers", { url: ADDRESS, headers: tokenHeaders("${SEARCH_TOKEN}") }],
  [
    "codex",
    "mcp_servers",
    { url: ADDRESS, bearer_token_env_var: "SEARCH_TOKEN", http_headers: { "X-Team": "platform" } },
  ],
  ["copilot", "servers", { type: "http", url: ADDRESS, headers: tokenHeaders("${input:SEARCH_TOKEN}") }],
  ["copilot-cli", "mcpServers", { type: "http", url: ADDRESS, headers: tokenHeaders("${SEARCH_TOKEN}"), tools: ["*"] }],
  ["opencode", "mcp", { type: "remote", url: ADDRESS, headers: tokenHeaders("{env:SEARCH_TOKEN}") }],
  ["antigravity", "mcpServers", { serverUrl: ADDRESS, headers: { "X-Team": "platform" } }],
  ["pi", "mcpServers", { url: ADDRESS, headers: tokenHeaders("${SEARCH_TOKEN}") }],
  ["gemini-cli", "mcpServers", { type: "http", url: ADDRESS, headers: tokenHeaders("${SEARCH_TOKEN}") }],
  ["windsurf", "mcpServers", { serverUrl: ADDRESS, headers: tokenHeaders("${env:SEARCH_TOKEN}") }],
  ["zed", "context_servers", { url: ADDRESS, headers: { "X-Team": "platform" } }],
  ["cline", "mcpServers", { type: "streamableHttp", url: ADDRESS, headers: tokenHeaders("${env:SEARCH_TOKEN}") }],
  ["amp", "amp.mcpServers", { url: ADDRESS, headers: tokenHeaders("${SEARCH_TOKEN}") }],
] as const)("%s reads a remote server under %s, with its own keys only", (id, rootKey, entry) => {
  const { content } = renderMcp(id, SEARCH).snippet["mcp_config"] as FileToMerge;
  expect(content[rootKey]).toEqual({ search: entry });
});

test("goose resolves a header from the names that its entry lists", () => {
  const { content } = renderMcp("goose", SEARCH).snippet["mcp_config"] as FileToMerge;
  expect(content["extensions"]).toMatchObject({
    search: {
      type: "streamable_http",
      uri: ADDRESS,
      headers: tokenHeaders("${SEARCH_TOKEN}"),
      env_keys: ["SEARCH_TOKEN"],
    },
  });
});

test("codex takes headers other than Authorization from variables by name", () => {
  const { content } = renderMcp("codex", { ...SEARCH, headers: [{ name: "X-Api-Key" }] }).snippet[
    "mcp_config"
  ] as FileToMerge;
  expect(content["mcp_servers"]).toEqual({
    search: { url: ADDRESS, env_http_headers: { "X-Api-Key": "SEARCH_X_API_KEY" } },
  });
});

test.each([
  [
    SEARCH,
    `claude mcp add --transport http search ${ADDRESS} --header Authorization: Bearer \${SEARCH_TOKEN} --header X-Team: platform`,
  ],
  [{ ...TRACKER, env: [] }, "claude mcp add tracker -- npx -y @acme/tracker@1.4.0 --project shop"],
  [
    TRACKER,
    "claude mcp add tracker --env TRACKER_TOKEN=${TRACKER_TOKEN} --env TRACKER_REGION=eu-west-1 -- npx -y @acme/tracker@1.4.0 --project shop",
  ],
])("claude mcp add has no --url, and its variables do not swallow the name (%#)", (server, argv) => {
  const { command } = renderMcp("claude-code", server).snippet as { command: string[] };
  expect(command.join(" ")).toBe(argv);
});

test("a claude-code agent names the servers that its install defines", () => {
  const { agent_profile: profile, mcp_config: servers } = renderAgent("claude-code", AGENT).snippet as {
    agent_profile: FileToWrite;
    mcp_config: object;
  };
  expect(readFile(profile).members["mcpServers"]).toEqual(Object.keys(servers));
});

test("a codex agent has no key that codex does not know", () => {
  const profile = renderAgent("codex", { ...AGENT, tools: ["shell"], color: "red" }).snippet["agent_profile"];
  expect(Object.keys(readFile(profile as FileToWrite).members)).toEqual([
    "name",
    "description",
    "model",
    "developer_instructions",
  ]);
});

test.each([
  ["acme/sonnet-x", "acme/sonnet-x", false],
  ["sonnet-x", undefined, true],
])("opencode takes the model %j as %j", (model, written, warns) => {
  const { snippet, warnings } = renderAgent("opencode", { ...AGENT, model });
  expect(readFile(snippet["agent_profile"] as FileToWrite).members["model"]).toBe(written);
  expect(warnings.some((warning) => warning.includes("provider/model"))).toBe(warns);
});

test.each(["cursor", "codex", "goose", "pi", "windsurf", "zed", "cline", "amp"] as const)(
  "%s says that it cannot limit an agent's tools",
  (id) => {
    const limited = { ...AGENT, tools: ["Read"], disallowedTools: ["Write"] };
    expect(renderAgent(id, limited).warnings.join("\n")).toMatch(
      /cannot limit the tools to Read, nor deny the tools Write/,
    );
    expect(renderAgent(id, { ...AGENT, tools: ["*"] }).warnings.join("\n")).not.toMatch(/cannot limit/);
  },
);

const READERS_TOOLS = ["Read", "Grep", "Bash(git log:*)", "mcp__tracker__find", "Imagined"];
test.each([
  ["claude-code", READERS_TOOLS, []],
  ["copilot", ["read", "search", "tracker/find"], ["Bash(git log:*)", "Imagined"]],
  ["copilot-cli", ["read", "search", "tracker/find"], ["Bash(git log:*)", "Imagined"]],
  [
    "gemini-cli",
    ["read_file", "read_many_files", "list_directory", "grep_search", "mcp_tracker_find"],
    ["Bash(git log:*)", "Imagined"],
  ],
  ["antigravity", ["view_file", "list_dir", "grep_search", "tracker/find"], ["Bash(git log:*)", "Imagined"]],
  ["kiro", ["read", "grep", "@tracker/find"], ["Bash(git log:*)", "Imagined"]],
] as const)("%s limits an agent to the tools that it has names for, and names the others", (id, tools, left) => {
  const { snippet, warnings } = renderAgent(id, { ...AGENT, tools: READERS_TOOLS });
  expect(readFile(snippet["agent_profile"] as FileToWrite).members["tools"]).toEqual(tools);
  for (const tool of left) expect(warnings.join("\n")).toContain(tool);
});

test("opencode denies every tool that an agent does not list, and asks for those that change something", () => {
  const { snippet } = renderAgent("opencode", { ...AGENT, skills: [], tools: ["Read", "Bash"] });
  expect(readFile(snippet["agent_profile"] as FileToWrite).members["permission"]).toEqual({
    "*": "deny",
    read: "allow",
    bash: "ask",
  });
});

test.each([
  ["claude-code", { disallowedTools: ["Bash"] }],
  [
    "copilot",
    {
      tools: ["read", "edit", "search", "web", "agent", "todo", "tracker/*", "search/*", "sandboxes-release-manager/*"],
    },
  ],
  ["opencode", { permission: { bash: "deny" } }],
] as const)("%s keeps an agent from a forbidden tool", (id, members) => {
  const { snippet } = renderAgent(id, { ...AGENT, disallowedTools: ["Bash"] });
  expect(readFile(snippet["agent_profile"] as FileToWrite).members).toMatchObject(members);
});

test.each([
  ["claude-code", { tools: [] }],
  ["gemini-cli", { tools: [] }],
  ["opencode", { permission: { "*": "deny" } }],
  ["cursor", { readonly: true }],
  ["codex", { sandbox_mode: "read-only" }],
] as const)("%s gives no tool to an agent that must use none", (id, members) => {
  const { snippet } = renderAgent(id, { ...AGENT, skills: [], disallowedTools: ["*"] });
  expect(readFile(snippet["agent_profile"] as FileToWrite).members).toMatchObject(members);
});

test.each([
  [["Read", "Grep"], true],
  [["Read", "Bash"], false],
  [["Read", "mcp__tracker__delete"], false],
  [["codebase", "search/usages"], true],
  [["edit/editFiles"], false],
])("cursor and codex take %j as read-only: %j", (tools, readOnly) => {
  const profile = (id: "cursor" | "codex") =>
    readFile(renderAgent(id, { ...AGENT, tools }).snippet["agent_profile"] as FileToWrite).members;
  expect(profile("cursor")["readonly"]).toBe(readOnly ? true : undefined);
  expect(profile("codex")["sandbox_mode"]).toBe(readOnly ? "read-only" : undefined);
});

test("tools that were written for Copilot get Claude Code's names", () => {
  const tools = ["search/codebase", "edit/editFiles", "runCommands", "github/*", "vscode/memory"];
  const { snippet, warnings } = renderAgent("claude-code", { ...AGENT, tools });
  expect(readFile(snippet["agent_profile"] as FileToWrite).members["tools"]).toEqual([
    "Grep",
    "Glob",
    "Edit",
    "Write",
    "Bash",
    "mcp__github",
  ]);
  expect(warnings.join("\n")).toMatch(/no equivalent of the tool vscode\/memory/);
});

test("an agent keeps its colour and its argument hint where the harness has them", () => {
  const agent = { ...AGENT, color: "blue", argumentHint: "<issue>" };
  const members = (id: "claude-code" | "copilot") =>
    readFile(renderAgent(id, agent).snippet["agent_profile"] as FileToWrite).members;
  expect(members("claude-code")["color"]).toBe("blue");
  expect(members("copilot")["argument-hint"]).toBe("<issue>");
});

test("copilot says that it cuts an agent at 30,000 characters", () => {
  const long = { ...AGENT, prompt: "x".repeat(30_001) };
  expect(renderAgent("copilot", long).warnings[0]).toMatch(/30,000 characters.* 30001/);
});

test("copilot asks once for a variable that two servers share", () => {
  const servers = [TRACKER, { ...TRACKER, name: "second" }];
  const { content } = renderAgent("copilot", { ...AGENT, mcpServers: servers }).snippet["mcp_config"] as FileToMerge;
  expect(content["inputs"]).toHaveLength(1);
});

test("an agent without agent files never takes the place of a skill", () => {
  const same = { ...AGENT, name: "release-notes" };
  expect(renderAgent("zed", same).snippet["agent_profile"]).toMatchObject({
    path: ".agents/skills/release-notes-agent/SKILL.md",
  });
});

test("a section of AGENTS.md says how to keep the user's own words", () => {
  const profile = renderAgent("pi", AGENT, { scope: "project" }).snippet["agent_profile"];
  expect(profile).toMatchObject({
    path: "AGENTS.md",
    merge: expect.stringContaining("Leave the rest of the file unchanged") as string,
  });
});

test.each([
  ["claude-code", "Explain $ARGUMENTS."],
  ["gemini-cli", "Explain {{args}}."],
  ["copilot", "Explain ${input:change}."],
  ["goose", "Explain {{ change }}."],
] as const)("%s fills a prompt with what the user typed", (id, text) => {
  const prompt = { ...PROMPT, template: "Explain {{ change }}.", variables: [{ name: "change" }] };
  expect(renderPrompt(id, prompt).files[0]?.content).toContain(text);
});

test.each(["kiro", "copilot-cli"] as const)("%s warns about a name that leaves no room for tools", (id) => {
  expect(renderMcp(id, { ...TRACKER, name: "x".repeat(50) }).warnings[0]).toMatch(/64 characters/);
});

test.each([
  ["opus", "claude-code", "opus"],
  ["Claude Sonnet 4.5 (copilot)", "claude-code", "sonnet"],
  ["GPT-4.1", "claude-code", undefined],
  ["claude-sonnet-4-5", "claude-code", "claude-sonnet-4-5"],
  ["sonnet", "codex", undefined],
  ["GPT-4.1", "codex", "gpt-4.1"],
  ["GPT-4.1", "copilot", "GPT-4.1"],
  ["sonnet", "copilot", undefined],
  ["haiku", "cursor", undefined],
  ["claude-sonnet-4-5", "cursor", "claude-sonnet-4-5"],
  ["opus", "gemini-cli", undefined],
  ["gemini-2.5-pro", "gemini-cli", "gemini-2.5-pro"],
  ["gpt-5", "kiro", undefined],
  ["gpt-5", "opencode", "openai/gpt-5"],
  ["sonnet", "opencode", undefined],
  ["opus", "goose", undefined],
] as const)("the model %s is written into %s as %s", (model, id, written) => {
  const { snippet, warnings } = renderAgent(id, { ...AGENT, model });
  const { members } = readFile(snippet["agent_profile"] as FileToWrite);
  expect(members["model"]).toBe(written);
  expect(warnings.some((warning) => warning.includes(model))).toBe(written !== model);
});

test("a model that was chosen for a harness is written as it is", () => {
  const { snippet } = renderAgent("codex", { ...AGENT, model: "sonnet", isModelOfHarness: true });
  expect(readFile(snippet["agent_profile"] as FileToWrite).members["model"]).toBe("sonnet");
});

test.each([
  ["claude-code", "Fix $ARGUMENTS now."],
  ["opencode", "Fix $ARGUMENTS now."],
  ["gemini-cli", "Fix {{args}} now."],
  ["copilot", "Fix ${input:arguments} now."],
  ["goose", "Fix {{ arguments }} now."],
  ["kiro", "Take the values for {{ arguments }} from the following text"],
] as const)("%s gets its own form of $ARGUMENTS", (id, text) => {
  const prompt = { ...PROMPT, template: "Fix $ARGUMENTS now.", variables: [] };
  expect(renderPrompt(id, prompt).files[0]?.content).toContain(text);
});

test("an optional variable without a value is neither written nor asked for", () => {
  const server = { ...TRACKER, env: [{ name: "TOKEN" }, { name: "PROXY", isOptional: true }] };
  for (const id of ["claude-code", "copilot", "codex", "goose"] as const) {
    const { snippet, warnings } = renderMcp(id, server);
    expect(JSON.stringify(snippet)).not.toContain("PROXY");
    expect(warnings.join()).toMatch(/Optional values omitted from "tracker": PROXY/);
  }
  const set = { ...server, env: [{ name: "PROXY", value: "http://p.test", isOptional: true }] };
  expect(JSON.stringify(renderMcp("claude-code", set).snippet)).toContain("http://p.test");
});

test("two servers that share an input describe it in the same words", () => {
  const input = (name: string) =>
    (renderMcp("copilot", { ...TRACKER, name }).snippet["mcp_config"] as FileToMerge).content["inputs"];
  expect(input("one")).toEqual(input("two"));
});
