import { renderAgent } from "@tackroom/harness";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { A, B, mcp, server, SKILL, skill, SKILL_PATH } from "./testing/replies.js";
import { getFile, install, lockedItems, makeWorkplace, putFile, treeOf, uninstall } from "./testing/workplace.js";

describe("a file that others change after an install", () => {
  test("loses only what is ours", async () => {
    const where = makeWorkplace();
    putFile(where, ".mcp.json", '{\n  "mcpServers": {}\n}\n');
    await install(where, A, mcp("claude-code", "a"));
    const theirs = getFile(where, ".mcp.json").replace('"mcpServers": {', '"mcpServers": {\n    "theirs": {}, // mine');
    putFile(where, ".mcp.json", theirs);
    await uninstall(where, A);
    expect(getFile(where, ".mcp.json")).toBe('{\n  "mcpServers": {\n    "theirs": {} // mine\n  }\n}\n');
  });

  test("is gone when only what is ours was in it, however it was written anew", async () => {
    const where = makeWorkplace();
    const before = treeOf(where);
    await install(where, A, mcp("claude-code", "a"));
    putFile(where, ".mcp.json", JSON.stringify(JSON.parse(getFile(where, ".mcp.json")), null, 8));
    await uninstall(where, A);
    expect(treeOf(where)).toEqual(before);
  });

  test("gets a further install on top, and both go in either order", async () => {
    for (const order of [
      [A, B],
      [B, A],
    ] as const) {
      const where = makeWorkplace();
      putFile(where, ".mcp.json", '{"mcpServers": {}}');
      await install(where, A, mcp("claude-code", "a"));
      putFile(where, ".mcp.json", getFile(where, ".mcp.json").replace("{", '{ "theirs": 1,'));
      const changed = getFile(where, ".mcp.json");
      await install(where, B, mcp("claude-code", "b"));
      await uninstall(where, order[0]);
      if (order[0] === B) expect(getFile(where, ".mcp.json")).toBe(changed);
      await uninstall(where, order[1]);
      expect(getFile(where, ".mcp.json")).toBe('{ "theirs": 1,"mcpServers": {}}');
      expect(readdirSync(join(where.home, ".tackroom", "undo"))).toEqual([]);
    }
  });

  test("does not come back when it was deleted", async () => {
    const where = makeWorkplace();
    const before = treeOf(where);
    await install(where, A, mcp("claude-code", "a"));
    rmSync(join(where.cwd, ".mcp.json"));
    await uninstall(where, A);
    expect(treeOf(where)).toEqual(before);
  });

  test("is reported, with its line, when it cannot be read any more, and nothing happens", async () => {
    const where = makeWorkplace();
    await install(where, A, mcp("claude-code", "a"));
    putFile(where, ".mcp.json", '{\n  "mcpServers": {\n');
    const before = treeOf(where);
    await expect(uninstall(where, A)).rejects.toMatchObject({
      category: "validation",
      message: expect.stringContaining("line 3") as string,
    });
    await expect(install(where, B, mcp("claude-code", "b"))).rejects.toMatchObject({ category: "validation" });
    expect(treeOf(where)).toEqual(before);
  });

  test("must be UTF-8", async () => {
    const where = makeWorkplace();
    putFile(where, ".mcp.json", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    await expect(install(where, A, mcp("claude-code", "a"))).rejects.toMatchObject({
      category: "validation",
      message: expect.stringContaining("not valid UTF-8") as string,
    });
  });
});

describe("a value that stands in the way", () => {
  test("is reported, kept for the undo, and comes back", async () => {
    const where = makeWorkplace();
    const own = '{\n  "mcpServers": {\n    "a": { "command": "mine" } // by hand\n  }\n}\n';
    putFile(where, ".mcp.json", own);
    expect(await install(where, A, mcp("claude-code", "a"))).toEqual([
      ".mcp.json /mcpServers/a: has a different value, not installed by tack",
    ]);
    await uninstall(where, A);
    expect(getFile(where, ".mcp.json")).toBe(own);
  });

  test("comes back also when others have changed the file since", async () => {
    const where = makeWorkplace();
    putFile(where, ".mcp.json", '{\n  "mcpServers": {\n    "a": { "command": "mine" }\n  }\n}\n');
    await install(where, A, mcp("claude-code", "a"));
    putFile(where, ".mcp.json", getFile(where, ".mcp.json").replace("{", '{\n  "theirs": 1,'));
    await uninstall(where, A);
    expect(JSON.parse(getFile(where, ".mcp.json"))).toEqual({ theirs: 1, mcpServers: { a: { command: "mine" } } });
  });

  test("is nobody's when it is the same, and stays", async () => {
    const where = makeWorkplace();
    const other = makeWorkplace();
    await install(other, A, mcp("claude-code", "a"));
    const own = getFile(other, ".mcp.json");
    putFile(where, ".mcp.json", own);
    expect(await install(where, A, mcp("claude-code", "a"))).toEqual([]);
    await uninstall(where, A);
    expect(getFile(where, ".mcp.json")).toBe(own);
  });

  test("of another install is reported as such", async () => {
    const where = makeWorkplace();
    await install(where, A, mcp("claude-code", "same", "1.0.0"));
    const first = getFile(where, ".mcp.json");
    expect(await install(where, B, mcp("claude-code", "same", "2.0.0"))).toEqual([
      ".mcp.json /mcpServers/same: has a different value, from another install",
    ]);
    await uninstall(where, B);
    expect(getFile(where, ".mcp.json")).toBe(first);
  });

  test("may be a whole file, which comes back too", async () => {
    const where = makeWorkplace();
    putFile(where, SKILL_PATH, "# my own\n", 0o600);
    const before = treeOf(where);
    expect(await install(where, SKILL, skill("# theirs\n"))).toEqual([
      `${SKILL_PATH}: already exists, not installed by tack`,
    ]);
    expect(getFile(where, SKILL_PATH)).toContain("# theirs\n");
    await uninstall(where, SKILL);
    expect(treeOf(where)).toEqual(before);
  });
});

describe("a file of an item that someone has changed", () => {
  test("stays when the item goes, unless it is forced", async () => {
    const where = makeWorkplace();
    const before = treeOf(where);
    await install(where, SKILL, skill("# v1\n"));
    putFile(where, SKILL_PATH, "# v1 with notes\n");
    expect(await uninstall(where, SKILL)).toEqual([SKILL_PATH]);
    expect(getFile(where, SKILL_PATH)).toBe("# v1 with notes\n");

    rmSync(join(where.cwd, ".agents"), { recursive: true });
    await install(where, SKILL, skill("# v1\n"));
    putFile(where, SKILL_PATH, "# v1 with notes\n");
    expect(await uninstall(where, SKILL, true)).toEqual([]);
    expect(treeOf(where)).toEqual(before);
  });

  test("is reported before a newer version replaces it, and a backup has it", async () => {
    const where = makeWorkplace();
    await install(where, SKILL, skill("# v1\n"));
    putFile(where, SKILL_PATH, "# v1 with notes\n");
    expect(await install(where, SKILL, skill("# v2\n"))).toEqual([`${SKILL_PATH}: changed since it was installed`]);
    const backups = join(where.home, ".tackroom", "backups");
    const [folder = ""] = readdirSync(backups);
    expect(readFileSync(join(backups, folder, "001-SKILL.md"), "utf8")).toBe("# v1 with notes\n");
    await uninstall(where, SKILL);
    expect(Object.keys(treeOf(where))).not.toContain("work/shop/.agents");
  });
});

describe("a lock without its history", () => {
  const forget = (home: string): void => rmSync(join(home, ".tackroom", "undo"), { recursive: true });

  test("is enough to take out what it names, also elements of lists", async () => {
    const where = makeWorkplace();
    const agent = {
      id: "3d9f6f0a-1c52-4d8e-b1b5-6f2b8c4e1004",
      name: "m",
      description: "d",
      prompt: "p\n",
      skills: [],
      hooks: [],
      prompts: [],
      sandboxes: [],
    };
    const reply = { config_snippet: renderAgent("cursor", { ...agent, mcpServers: [server("a")] }).snippet };
    putFile(
      where,
      ".cursor/hooks.json",
      '{\n  "version": 1,\n  "hooks": {\n    "stop": [{ "command": "theirs" }]\n  }\n}\n',
    );
    putFile(where, ".cursor/mcp.json", '{"mcpServers": {"theirs": {}}}');
    await install(where, { type: "agent", name: "m", harness: "cursor" }, reply);
    forget(where.home);
    await uninstall(where, { type: "agent", name: "m", harness: "cursor" });
    expect(JSON.parse(getFile(where, ".cursor/hooks.json"))).toEqual({
      hooks: { beforeSubmitPrompt: [], stop: [{ command: "theirs" }] },
    });
    expect(getFile(where, ".cursor/mcp.json")).toBe('{"mcpServers": {"theirs": {}}}');
    expect(Object.keys(treeOf(where))).not.toContain("work/shop/.cursor/agents/m.md");
    expect(lockedItems(where)).toEqual([]);
  });

  test("touches nothing that is not as it says, even when forced", async () => {
    const where = makeWorkplace();
    await install(where, SKILL, skill("# v1\n"));
    forget(where.home);
    putFile(where, SKILL_PATH, "# mine\n");
    expect(await uninstall(where, SKILL, true)).toEqual([SKILL_PATH]);
    expect(getFile(where, SKILL_PATH)).toBe("# mine\n");
  });

  test("a history of a project that was made anew does not count", async () => {
    const where = makeWorkplace();
    await install(where, SKILL, skill("# v1\n"));
    rmSync(where.cwd, { recursive: true });
    mkdirSync(where.cwd);
    putFile(where, SKILL_PATH, "# mine\n");
    const before = treeOf(where);
    expect(await install(where, SKILL, skill("# v1\n"))).toHaveLength(1);
    await uninstall(where, SKILL);
    expect(treeOf(where)).toEqual(before);
  });
});
