import { symlinkSync } from "node:fs";
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
  [
    "an agentic workflow of GitHub",
    ".github/workflows/triage.md",
    "---\non: issues\npermissions: read\n---\nTriage.\n",
  ],
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

test("what an import leaves out is noted, and what would lose its limits is refused", () => {
  const server = { command: "npx", args: ["-y", "a@1.0.0"] };
  const servers = { a: { ...server, env: { MODE: "1" }, cwd: "/srv" }, b: { ...server, disabledTools: ["drop"] } };
  const items = found({
    ".mcp.json": JSON.stringify({ mcpServers: servers }),
    "agents/git.md": "---\nname: git\ndescription: d\npermission:\n  bash:\n    git *: ask\n---\nCommit.\n",
    "commands/fix.md": "---\ndescription: Fixes\nallowed-tools: Read\nargument-hint: <bug>\nmodel: ''\n---\nFix.\n",
  });
  expect(items.map(({ path, refusal, notes }) => [path, refusal ?? notes])).toEqual([
    [
      ".mcp.json#a",
      [
        "Ignored in .mcp.json, because the registry does not support it: cwd",
        "The values of MODE are not submitted, only their names.",
      ],
    ],
    [".mcp.json#b", expect.stringContaining("disabledTools")],
    ["agents/git.md", expect.stringContaining("permission.bash")],
    ["commands/fix.md", ["Ignored in fix.md, because the registry does not support it: allowed-tools, argument-hint"]],
  ]);
});

test("broken front matter in a folder of agents is refused with the reason", () => {
  const [item] = found({ "agents/broken.md": "---\nname: x\n description: y\n---\nText.\n" });
  expect(item?.payload).toBeUndefined();
  expect(item?.refusal).toContain("Cannot parse broken.md");
});

const hookWith = (command: string): string =>
  JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } });

test("a hook brings its script from the source, not one of the same path from the current folder", () => {
  using machine = temporaryMachine();
  const command = '"$CLAUDE_PROJECT_DIR"/.claude/hooks/check.sh';
  machine.write({
    ".claude/hooks/check.sh": "mine\n",
    "repo/.claude/settings.json": hookWith(command),
    "repo/.claude/hooks/check.sh": "theirs\n",
  });
  const [item] = findItems(machine.cli, { root: machine.at("repo"), name: "repo" });
  expect(item?.payload).toMatchObject({ script_filename: "check.sh", script_content: "theirs\n" });
});

test.each([
  ["the home folder", "sh ~/deploy.sh"],
  ["an absolute path", "sh HOME/deploy.sh"],
  ["a folder beside the source", "sh ../mine/deploy.sh"],
  ["above the variable of the project", '"$CLAUDE_PROJECT_DIR"/../mine/settings'],
  ["the current folder", "sh mine/deploy.sh"],
  ["a link out of the source", '"$CLAUDE_PROJECT_DIR"/.claude/link.sh'],
  ["a folder that is a link", '"$CLAUDE_PROJECT_DIR"/.claude/linked/deploy.sh'],
  ["what git keeps", '"$CLAUDE_PROJECT_DIR"/.git/config'],
])("a hook never brings a file from elsewhere: %s", (_, command) => {
  using machine = temporaryMachine();
  machine.write({
    "~/deploy.sh": "private\n",
    "mine/deploy.sh": "private\n",
    "mine/settings": "private\n",
    "repo/.git/config": "private\n",
    "repo/.claude/settings.json": hookWith(command.replace("HOME", machine.cli.home)),
  });
  symlinkSync(machine.at("~/deploy.sh"), machine.at("repo/.claude/link.sh"));
  symlinkSync(machine.at("mine"), machine.at("repo/.claude/linked"));
  const [item] = findItems(machine.cli, { root: machine.at("repo"), name: "repo" });
  expect(item?.refusal).toMatch(/^Its script .* does not exist in its project\.$/);
  expect(JSON.stringify(item)).not.toContain("private");
});

test("a skill whose SKILL.md is a link out of its folder is refused, and so is one with a link that leads nowhere", () => {
  using machine = temporaryMachine();
  machine.write({ "~/private.md": SKILL, "repo/a/skill.md": SKILL, "repo/b/SKILL.md": SKILL });
  symlinkSync(machine.at("~/private.md"), machine.at("repo/a/SKILL.md"));
  symlinkSync("gone.txt", machine.at("repo/b/notes.txt"));
  const items = findItems(machine.cli, { root: machine.at("repo"), name: "repo" });
  expect(items.map(({ refusal }) => refusal)).toEqual([
    expect.stringContaining("SKILL.md is a symbolic link"),
    expect.stringContaining("notes.txt is a symbolic link"),
  ]);
});

test("a secret is refused, and is not in the payload", () => {
  const token = `ghp_${"a1B2".repeat(10)}`;
  const [item] = found({ "commands/push.md": `Push with ${token}\n` });
  expect(item?.refusal).toContain("Line 1 of push.md");
  expect(JSON.stringify(item)).not.toContain(token);
});
