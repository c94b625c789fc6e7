import { symlinkSync } from "node:fs";
import type { HarnessId } from "@tackroom/harness";
import { describe, expect, test } from "vitest";
import { scan, shownPath, type ScanResult } from "./scan.js";
import { HOMES } from "./testing/homes.js";
import { valueDigest } from "../install/locked-rows.js";
import { temporaryMachine, type TemporaryMachine } from "./testing/temporary-machine.js";

const BOTH = { scopes: ["user", "project"] } as const;

function summaryOf({ findings }: ScanResult): string[] {
  return findings
    .map(
      ({ type, scope, name, file, unregistrable }) => `${type} ${scope} ${name} ${file}${unregistrable ? " (!)" : ""}`,
    )
    .toSorted();
}

const scanIn = (machine: TemporaryMachine, ...harnesses: HarnessId[]): Promise<ScanResult> =>
  scan(machine.cli, { ...BOTH, ...(harnesses.length > 0 && { harnesses }) });

describe("each harness, as people have it on their machines", () => {
  for (const [id, { files, found }] of Object.entries(HOMES)) {
    test(`${id}: everything is found, and it is seen that it is here`, async () => {
      using machine = temporaryMachine();
      machine.write(files);
      const result = await scanIn(machine, id as HarnessId);
      expect(result.problems).toEqual([]);
      expect(summaryOf(result)).toEqual([...found].toSorted());
      expect(result.findings.every(({ harnesses }) => harnesses.includes(id as HarnessId))).toBe(true);
      expect(result.detected.map((harness) => harness.id)).toContain(id);
      // The value of every variable and header of the examples begins so.
      expect(JSON.stringify(result)).not.toContain("s3cr3t");
    });
  }
});

describe("what a server becomes", () => {
  const entryOf = async (id: HarnessId, name: string): Promise<unknown> => {
    using machine = temporaryMachine();
    machine.write(HOMES[id].files);
    const { findings } = await scanIn(machine, id);
    return findings.find((finding) => finding.name === name)?.entry;
  };

  test("the names of its variables, and no values", async () => {
    expect(await entryOf("claude-code", "tracker")).toEqual({
      command: "npx",
      args: ["-y", "@acme/tracker@1.4.0"],
      env: { TRACKER_TOKEN: "${TRACKER_TOKEN}" },
    });
    expect(await entryOf("codex", "search")).toEqual({
      url: "https://mcp.acme.test/mcp",
      env: { SEARCH_TOKEN: "${SEARCH_TOKEN}" },
    });
    expect(await entryOf("goose", "tracker")).toEqual({
      command: "npx",
      args: ["-y", "@acme/tracker@1.4.0"],
      env: { TRACKER_URL: "${TRACKER_URL}", TRACKER_TOKEN: "${TRACKER_TOKEN}" },
    });
    expect(await entryOf("windsurf", "search")).toEqual({
      url: "https://mcp.acme.test/mcp",
      headers: ["Authorization"],
    });
  });

  test("the program and its arguments, though the harness has them in one list", async () => {
    expect(await entryOf("opencode", "tracker")).toMatchObject({ command: "npx", args: ["-y", "@acme/tracker@1.4.0"] });
  });
});

describe("what goes wrong", () => {
  test("a broken file is reported with its reason, and the others are found all the same", async () => {
    using machine = temporaryMachine();
    machine.write({
      "~/.cursor/mcp.json": '{"mcpServers": {"a": {"command": "npx", "env": {"TOKEN": "s3cr3t-in-a-broken-file"',
      "~/.codex/config.toml": "[mcp_servers.a\ncommand = 1",
      "~/.config/goose/config.yaml": "extensions:\n  - a: [",
      ".claude/agents/broken.md": "---\nname: [\n---\nHello",
      ".mcp.json": '{"mcpServers":{"good":{"command":"npx","args":["good@1.0.0"]}}}',
      "~/.kiro/settings/mcp.json": '["not an object"]',
    });
    const { findings, problems } = await scanIn(machine);
    expect(findings.map(({ name }) => name)).toEqual(["good"]);
    expect(problems.map(({ file }) => file).toSorted()).toEqual([
      ".claude/agents/broken.md",
      "~/.codex/config.toml",
      "~/.config/goose/config.yaml",
      "~/.cursor/mcp.json",
      "~/.kiro/settings/mcp.json",
    ]);
    expect(problems.every(({ reason }) => /^Cannot read the file: \S/.test(reason))).toBe(true);
    expect(JSON.stringify(problems)).not.toContain("s3cr3t");
  });

  test("members of the wrong kind are passed over", async () => {
    using machine = temporaryMachine();
    machine.write({
      "~/.cursor/mcp.json":
        '{"mcpServers": {"a": null, "b": "npx", "c": {"command": 7, "args": "x"}, "d": {"command": "d", "args": [1, "y"]}}}',
      "~/.cursor/hooks.json": '{"hooks": {"stop": "x", "preToolUse": [null, 3, {"command": "check"}]}}',
      "~/.claude/settings.json": '{"hooks": []}',
    });
    const { findings, problems } = await scanIn(machine, "cursor", "claude-code");
    expect(problems).toEqual([]);
    expect(findings.map(({ name, unregistrable }) => [name, unregistrable?.reason])).toEqual([
      ["c", "It has neither a command nor a URL."],
      ["d", undefined],
      ["cursor-pre-tool-use-check", undefined],
    ]);
  });

  test("a huge file is reported and not read", async () => {
    using machine = temporaryMachine();
    machine.write({ "~/.claude/commands/huge.md": "x".repeat(1024 * 1024 + 1) });
    expect(await scanIn(machine, "claude-code")).toMatchObject({
      findings: [],
      problems: [{ file: "~/.claude/commands/huge.md", reason: "Larger than 1024 KiB." }],
    });
  });

  test("a link out of the home or the project is not followed; one that stays inside is, once", async () => {
    using machine = temporaryMachine();
    using other = temporaryMachine();
    const skill = "---\nname: shared\ndescription: Shared\n---\nText\n";
    other.write({ "secret/SKILL.md": skill });
    machine.write({ "~/.agents/skills/shared/SKILL.md": skill, "~/.claude/skills/own/SKILL.md": skill });
    symlinkSync(other.at("secret"), machine.at("~/.claude/skills/stranger"));
    symlinkSync(machine.at("~/.agents/skills/shared"), machine.at("~/.claude/skills/shared"));
    const { findings, problems } = await scanIn(machine, "claude-code", "codex");
    expect(findings.map(({ file, harnesses }) => [file, harnesses])).toEqual([
      ["~/.claude/skills/own/SKILL.md", ["claude-code"]],
      ["~/.claude/skills/shared/SKILL.md", ["claude-code", "codex"]],
    ]);
    expect(problems).toMatchObject([
      { file: "~/.claude/skills/stranger/SKILL.md", reason: expect.stringContaining("link") },
    ]);
  });

  test("a file that holds no text is no component", async () => {
    using machine = temporaryMachine();
    machine.write({ ".claude/agents/binary.md": "---\nname: a\0\n---\n" });
    const { problems } = await scanIn(machine, "claude-code");
    expect(problems).toMatchObject([{ reason: "Not a text file." }]);
  });
});

test("a folder that several harnesses read is reported once, for those that are here", async () => {
  using machine = temporaryMachine();
  machine.write({
    ".agents/skills/lint/SKILL.md": "---\nname: lint\ndescription: Lints\n---\n",
    "~/.codex/config.toml": "",
    "~/.config/zed/settings.json": "{}",
  });
  const { findings } = await scanIn(machine);
  expect(findings.map(({ harnesses }) => harnesses.toSorted())).toEqual([["codex", "zed"]]);
});

test("only the scope that was asked for", async () => {
  using machine = temporaryMachine();
  machine.write(HOMES["claude-code"].files);
  const { findings } = await scan(machine.cli, { scopes: ["project"], harnesses: ["claude-code"] });
  expect(new Set(findings.map(({ scope }) => scope))).toEqual(new Set(["project"]));
});

test("servers that one person has in one project are the project's, and those of other projects are not", async () => {
  using machine = temporaryMachine();
  const servers = (name: string): object => ({ mcpServers: { [name]: { command: "npx" } } });
  const projects = { [machine.cli.cwd]: servers("here"), "/somewhere/else": servers("elsewhere") };
  machine.write({ "~/.claude.json": JSON.stringify({ projects }) });
  const { findings } = await scanIn(machine, "claude-code");
  expect(findings).toMatchObject([{ name: "here", scope: "project", file: "~/.claude.json" }]);
});

test("items from the registry are recognized by the lockfile", async () => {
  using machine = temporaryMachine();
  const file = { path: ".claude/agents/reviewer.md", sha256: "0", mode: "owned" };
  const merged = { path: ".mcp.json", sha256: "0", mode: "merged", keys: ["/mcpServers/tracker"] };
  machine.write({
    ".claude/agents/reviewer.md": "---\nname: reviewer\ndescription: Reviews\n---\nReview.\n",
    ".mcp.json": '{"mcpServers":{"tracker":{"command":"npx"},"mine":{"command":"node"}}}',
    "tack.lock": JSON.stringify({ items: [{ qualified_name: "ada/reviewer", files: [file, merged] }] }),
  });
  const { findings } = await scanIn(machine, "claude-code");
  const installed = Object.fromEntries(findings.map((finding) => [finding.name, finding.installed]));
  expect(installed).toEqual({ reviewer: "ada/reviewer", tracker: "ada/reviewer", mine: undefined });
});

test("a hook from the registry is recognized by its content, wherever it is in its list", async () => {
  using machine = temporaryMachine();
  const entry = { matcher: "Bash", hooks: [{ type: "command", command: "./check.sh" }] };
  const keys = ["/hooks/PostToolUse/-"];
  const row = { path: ".claude/settings.json", sha256: valueDigest(entry), mode: "merged", keys };
  const own = { matcher: "Bash", hooks: [{ type: "command", command: "./mine.sh" }] };
  machine.write({
    ".claude/settings.json": JSON.stringify({ hooks: { PostToolUse: [own, entry] } }),
    "tack.lock": JSON.stringify({ items: [{ qualified_name: "ada/check", files: [row] }] }),
  });
  const { findings } = await scanIn(machine, "claude-code");
  expect(findings.map(({ name, installed }) => [name, installed])).toEqual([
    [expect.stringContaining("mine"), undefined],
    [expect.stringContaining("check"), "ada/check"],
  ]);
});

test("variables move a harness's folder", async () => {
  using machine = temporaryMachine();
  using elsewhere = temporaryMachine();
  elsewhere.write({
    "claude/.claude.json": '{"mcpServers":{"moved":{"command":"npx"}}}',
    "claude/agents/helper.md": "---\nname: helper\ndescription: Helps\n---\nHelp.\n",
    "codex/config.toml": '[mcp_servers.other]\ncommand = "npx"\n',
  });
  machine.write({ "~/.claude.json": '{"mcpServers":{"unread":{"command":"npx"}}}' });
  const env = { CLAUDE_CONFIG_DIR: elsewhere.at("claude"), CODEX_HOME: elsewhere.at("codex") };
  const { findings, detected } = await scan({ ...machine.cli, env }, BOTH);
  expect(findings.map(({ name }) => name).toSorted()).toEqual(["helper", "moved", "other"]);
  expect(detected.map(({ id }) => id).toSorted()).toEqual(["claude-code", "codex"]);
});

test("paths are shown from the home or the project, on Windows too", () => {
  const windows = { home: "C:\\Users\\ada", cwd: "C:\\Users\\ada\\code\\app" };
  expect(shownPath(windows, "C:/Users/ada/.claude.json")).toBe("~/.claude.json");
  expect(shownPath(windows, "C:/Users/ada/code/app/.mcp.json")).toBe(".mcp.json");
  expect(shownPath({ home: "/home/ada", cwd: "/home/ada" }, "/home/ada/.mcp.json")).toBe("~/.mcp.json");
  expect(shownPath({ home: "/home/ada", cwd: "/w" }, "/opt/codex/config.toml")).toBe("/opt/codex/config.toml");
});
