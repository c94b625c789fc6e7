import {
  HARNESS_IDS,
  renderAgent,
  renderMcp,
  renderSandbox,
  type AgentDefinition,
  type HarnessId,
  type McpServer,
  type SandboxRuntime,
} from "@tackroom/harness";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readState } from "./desk.js";
import { checkRow } from "./locked-rows.js";
import { filesOfReply, type InstallReply } from "./reply-files.js";
import { server } from "./testing/replies.js";
import {
  getFile,
  install,
  lockedItems,
  makeWorkplace,
  placeIn,
  plannedInstall,
  putFile,
  treeOf,
  uninstall,
  type Item,
} from "./testing/workplace.js";

const TRACKER: McpServer = server("tracker");
const AGENT: AgentDefinition = {
  id: "3d9f6f0a-1c52-4d8e-b1b5-6f2b8c4e1004",
  name: "manager",
  description: "Prepares a release",
  prompt: "You prepare releases.\n",
  mcpServers: [TRACKER],
  skills: [],
  hooks: [],
  prompts: [],
  sandboxes: [],
};
const sandbox = (name: string): SandboxRuntime => ({
  id: `77e0d8b6-5d41-4f0b-a7e4-0b7f5a3c9${name.length}`,
  name,
  runtimeType: "docker",
  image: `${name}:1`,
  resourceLimits: {},
  networkPolicy: "none",
});

const agentReply = (harness: HarnessId): InstallReply => ({ config_snippet: renderAgent(harness, AGENT).snippet });
const mcpReply = (harness: HarnessId): InstallReply => ({ config_snippet: renderMcp(harness, TRACKER).snippet });
const sandboxReply = (harness: HarnessId, name: string): InstallReply => ({
  config_snippet: renderSandbox(harness, sandbox(name)).snippet,
});

/** The file that contains the MCP servers. */
const serversFileOf = (harness: HarnessId): string =>
  filesOfReply({ home: "/home/ada", platform: "linux" }, mcpReply(harness))[0]?.path ?? "";

/** The files, without the parts that differ between home folders. */
const bare = (where: { readonly home: string }, tree: unknown): unknown =>
  JSON.parse(JSON.stringify(tree).replaceAll(where.home, "~"));

describe.each(HARNESS_IDS)("%s: an agent and a server of its own claim the same key", (harness) => {
  const scope = filesOfReply({ home: "/home/ada", platform: "linux" }, mcpReply(harness)).some(({ path }) =>
    path.startsWith("~/"),
  )
    ? "user"
    : "project";
  const agent: Item = { type: "agent", name: "manager", harness, scope };
  const mcp: Item = { type: "mcp", name: "tracker", harness, scope };
  const replies = new Map([
    [agent, agentReply(harness)],
    [mcp, mcpReply(harness)],
  ]);
  const replyOf = (item: Item): InstallReply => replies.get(item) ?? { config_snippet: {} };

  test.each([
    ["agent, mcp", agent, mcp],
    ["mcp, agent", mcp, agent],
  ] as const)("installed in the order %s", async (_name, first, second) => {
    for (const goes of [first, second]) {
      const stays = goes === first ? second : first;
      const [where, alone] = [makeWorkplace(), makeWorkplace()];
      const before = treeOf(where);
      await install(where, first, replyOf(first));
      await install(where, second, replyOf(second));
      expect(lockedItems(where)).toHaveLength(2);
      await uninstall(where, goes);
      await install(alone, stays, replyOf(stays));
      expect(bare(where, treeOf(where))).toEqual(bare(alone, treeOf(alone)));
      expect(await uninstall(where, stays)).toEqual([]);
      expect(treeOf(where)).toEqual(before);
    }
  });

  test("goes from a file that others have written to in between", async () => {
    const path = serversFileOf(harness);
    if (!path.endsWith(".json")) return;
    const where = makeWorkplace();
    putFile(where, path, "{}\n");
    const before = treeOf(where);
    await install(where, mcp, replyOf(mcp));
    putFile(where, path, JSON.stringify(JSON.parse(getFile(where, path)), null, 7));
    await install(where, agent, replyOf(agent));
    await uninstall(where, mcp);
    expect(getFile(where, path)).toContain("TACK_AGENT_ID");
    await uninstall(where, agent);
    expect(JSON.parse(getFile(where, path))).toEqual({});
    expect(Object.keys(treeOf(where))).toEqual(Object.keys(before));
  });
});

test("one command that sets a key for two harnesses replaces only what was there before it", () => {
  const where = makeWorkplace();
  const both = (["claude-code", "copilot-cli"] as const).map(
    (harness) => [{ type: "mcp", name: "tracker", harness } as const, mcpReply(harness)] as const,
  );
  expect(plannedInstall(where, both).overwrites).toEqual([]);
  putFile(where, ".mcp.json", '{ "mcpServers": { "tracker": { "command": "mine" } } }');
  expect(plannedInstall(where, both).overwrites).toEqual([
    expect.stringContaining("not installed by tack"),
    expect.stringContaining("from another install"),
  ]);
});

describe("on a machine that has the lock but not the history, an agent and its server", () => {
  const agent: Item = { type: "agent", name: "manager", harness: "cursor", scope: "project" };
  const mcp: Item = { type: "mcp", name: "tracker", harness: "cursor", scope: "project" };

  test.each([
    ["the agent first", [agent, mcp]],
    ["the server first", [mcp, agent]],
  ] as const)("go one after the other, %s", async (_name, order) => {
    const where = makeWorkplace();
    putFile(where, ".cursor/mcp.json", '{ "mcpServers": { "theirs": {} } }\n');
    await install(where, mcp, mcpReply("cursor"));
    await install(where, agent, agentReply("cursor"));
    rmSync(join(where.home, ".tackroom", "undo"), { recursive: true });
    expect(await uninstall(where, order[0])).toEqual([]);
    expect(getFile(where, ".cursor/mcp.json")).toContain('"tracker"');
    const rows = lockedItems(where).flatMap(({ files }) => files);
    for (const row of rows) expect(checkRow(readState(placeIn(where, row.path)), row), row.path).toBe("ok");
    expect(await uninstall(where, order[1])).toEqual([]);
    expect(JSON.parse(getFile(where, ".cursor/mcp.json"))).toEqual({ mcpServers: { theirs: {} } });
  });
});

describe.each(HARNESS_IDS)("%s: two sandboxes", (harness) => {
  test("have an entry each, and one goes without the other", async () => {
    const [where, alone] = [makeWorkplace(), makeWorkplace()];
    const before = treeOf(where);
    const item = (name: string): Item => ({ type: "sandbox", name, harness });
    expect(await install(where, item("python"), sandboxReply(harness, "python"))).toEqual([]);
    expect(await install(where, item("node"), sandboxReply(harness, "node"))).toEqual([]);
    const path = serversFileOf(harness);
    expect(getFile(where, path)).toMatch(/sandbox-python[\s\S]*sandbox-node/);
    await uninstall(where, item("python"));
    await install(alone, item("node"), sandboxReply(harness, "node"));
    expect(bare(where, treeOf(where))).toEqual(bare(alone, treeOf(alone)));
    await uninstall(where, item("node"));
    expect(treeOf(where)).toEqual(before);
  });
});
