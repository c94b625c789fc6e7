import { expect, test } from "vitest";
import { temporaryMachine } from "../scan/testing/temporary-machine.js";
import { findItems } from "./find-items.js";
import type { FoundItem } from "./found-item.js";

const SKILL = "---\nname: tidy\ndescription: Tidies\n---\nTidy.\n";

function found(files: Readonly<Record<string, string>>): FoundItem[] {
  using machine = temporaryMachine();
  machine.write(files);
  return findItems(machine.cli, { root: machine.at("."), name: "tools" });
}

const told = (items: readonly FoundItem[]): string[] => items.map(({ type, name, path }) => `${type} ${name} ${path}`);

test.each([
  ["a skill anywhere", "plugins/x/skills/tidy/SKILL.md", SKILL, "skill tidy"],
  [
    "an agent of Claude Code",
    "agents/dev/helper.md",
    "---\nname: helper\ndescription: Helps\n---\nHelp.\n",
    "agent helper",
  ],
  [
    "an agent in a folder of another name, by its front matter",
    "categories/01-core/api.md",
    "---\nname: api\ndescription: Designs\ntools: Read, Write\n---\nDesign.\n",
    "agent api",
  ],
  ["an agent of Copilot", "x/review.agent.md", "---\ndescription: Reviews\n---\nReview.\n", "agent review"],
  ["a chat mode of Copilot", "chatmodes/plan.chatmode.md", "---\ndescription: Plans\n---\nPlan.\n", "agent plan "],
  [
    "an agent of OpenCode",
    ".opencode/agent/docs.md",
    "---\ndescription: Writes\nmode: subagent\n---\nWrite.\n",
    "agent docs",
  ],
  [
    "an agent of Codex",
    ".codex/agents/fix.toml",
    'name = "fix"\ndescription = "Fixes"\ndeveloper_instructions = "Fix."\n',
    "agent fix",
  ],
  [
    "an agent of Kiro",
    ".kiro/agents/ops.json",
    '{"name":"ops","description":"Operates","prompt":"Operate."}',
    "agent ops",
  ],
  ["a command of Claude Code", "commands/git/commit.md", "Commit $ARGUMENTS\n", "prompt commit"],
  ["a command of Gemini CLI", ".gemini/commands/plan.toml", 'description = "Plans"\nprompt = "Plan."\n', "prompt plan"],
  ["a prompt of Copilot", "prompts/explain.prompt.md", "---\ndescription: Explains\n---\nExplain.\n", "prompt explain"],
  ["an MCP server", ".mcp.json", '{"mcpServers":{"tickets":{"command":"npx","args":["-y","t@1.0.0"]}}}', "mcp tickets"],
  [
    "a server.json",
    "server.json",
    '{"name":"io.x/web","description":"d","version":"1.0.0","remotes":[{"type":"streamable-http","url":"https://x.test/mcp"}]}',
    "mcp web",
  ],
  [
    "a hook of a plugin",
    "hooks/hooks.json",
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"npm run lint"}]}]}}',
    "hook",
  ],
])("%s is found", (_, path, text, expected) => {
  const items = found({ [path]: text });
  expect(told(items)).toHaveLength(1);
  expect(told(items)[0]).toContain(expected);
  expect(items[0]?.refusal).toBeUndefined();
  expect(items[0]?.payload).toMatchObject({ description: expect.stringMatching(/./) as string });
});

test.each([
  ["a README in a folder of agents", "agents/README.md", "# Agents\n"],
  ["a text without front matter in a folder of agents", "agents/notes.md", "Some notes.\n"],
  ["documentation", "docs/guide.md", "---\nname: guide\ndescription: d\nmodel: x\n---\nRead.\n"],
  ["other JSON in a folder of hooks", "hooks/package.json", '{"name":"x"}'],
  ["what npm installed", "node_modules/x/SKILL.md", SKILL],
])("%s is not an item", (_, path, text) => {
  expect(found({ [path]: text })).toEqual([]);
});

test("the files of a skill belong to it, and are not items of their own", () => {
  const items = found({
    "skills/tidy/SKILL.md": SKILL,
    "skills/tidy/agents/helper.md": "---\nname: helper\ndescription: Helps\n---\nHelp.\n",
  });
  expect(told(items)).toEqual(["skill tidy skills/tidy/SKILL.md"]);
  expect(items[0]?.payload?.["files"]).toMatchObject([{ path: "agents/helper.md" }]);
});

test("a file with several servers or hooks is an item for each, with its place in the file", () => {
  const servers = { mcpServers: { a: { command: "npx", args: ["-y", "a@1.0.0"] }, b: { url: "https://b.test/mcp" } } };
  expect(told(found({ ".mcp.json": JSON.stringify(servers) }))).toEqual(["mcp a .mcp.json#a", "mcp b .mcp.json#b"]);
});

test("broken front matter in a folder of agents is refused with the reason", () => {
  const [item] = found({ "agents/broken.md": "---\nname: x\n description: y\n---\nText.\n" });
  expect(item?.payload).toBeUndefined();
  expect(item?.refusal).toContain("Cannot parse broken.md");
});

test("a secret is refused, and is not in the payload", () => {
  const token = `ghp_${"a1B2".repeat(10)}`;
  const [item] = found({ "commands/push.md": `Push with ${token}\n` });
  expect(item?.refusal).toContain("Line 1 of push.md");
  expect(JSON.stringify(item)).not.toContain(token);
});
