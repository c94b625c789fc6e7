import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openLocks } from "./lock-desk.js";
import { findLocked, lockText, readLock, type LockedItem, type LockFile } from "./lock-file.js";
import { makeWorkplace } from "./testing/workplace.js";

const item = (type: LockedItem["type"], name: string, harness = "codex"): LockedItem => ({
  files: [
    { sha256: "22", path: "b.json", mode: "merged", keys: ["/x"] },
    { path: "a.md", mode: "owned", sha256: "11" },
  ],
  scope: "project",
  harness,
  digest: "sha256:0",
  version_id: "v",
  version: "1.0.0",
  qualified_name: name,
  id: `id of ${name}`,
  type,
});
const lock = (...items: LockedItem[]): LockFile => ({ lockfile_version: 1, server: "http://a.test", items });

describe("tack.lock", () => {
  test("has one text, whatever the order in which things were installed", () => {
    const items = [
      item("skill", "ada/b"),
      item("agent", "zoe/a"),
      item("skill", "ada/a", "zed"),
      item("skill", "ada/a"),
    ];
    const text = lockText(lock(...items));
    expect(lockText(lock(...items.toReversed()))).toBe(text);
    const read = JSON.parse(text) as LockFile;
    expect(read.items.map(({ type, qualified_name, harness }) => [type, qualified_name, harness])).toEqual([
      ["agent", "zoe/a", "codex"],
      ["skill", "ada/a", "codex"],
      ["skill", "ada/a", "zed"],
      ["skill", "ada/b", "codex"],
    ]);
    expect(Object.keys(read)).toEqual(["lockfile_version", "server", "items"]);
    expect(Object.keys(read.items[0] ?? {})).toEqual([
      "type",
      "id",
      "qualified_name",
      "version",
      "version_id",
      "digest",
      "harness",
      "scope",
      "files",
    ]);
    expect(read.items[0]?.files).toEqual([
      { path: "a.md", sha256: "11", mode: "owned" },
      { path: "b.json", sha256: "22", mode: "merged", keys: ["/x"] },
    ]);
  });

  test("is searched by id, by full name and by its last part", () => {
    const all = lock(item("skill", "ada/tidy"), item("mcp", "bob/tidy"), item("mcp", "bob/other"));
    expect(findLocked(all, "tidy")).toHaveLength(2);
    expect(findLocked(all, "tidy", "mcp").map((row) => row.qualified_name)).toEqual(["bob/tidy"]);
    expect(findLocked(all, "bob/other")).toHaveLength(1);
    expect(findLocked(all, "id of ada/tidy")).toHaveLength(1);
    expect(findLocked(all, "bob")).toEqual([]);
    expect(findLocked(all, "mcp:tidy").map((row) => row.qualified_name)).toEqual(["bob/tidy"]);
    expect(findLocked(all, "skill:ada/tidy")).toHaveLength(1);
    expect(findLocked(all, "skill:bob/tidy")).toEqual([]);
    expect(findLocked(all, "skill:ada/tidy", "mcp")).toEqual([]);
  });

  test.each(["", "{", "[]", '{"lockfile_version":1}', '{"lockfile_version":1,"server":"x","items":[{"type":"nope"}]}'])(
    "that is %j is told as what it is",
    (text) => {
      const path = join(makeWorkplace().cwd, "tack.lock");
      writeFileSync(path, text);
      expect(() => readLock(path)).toThrow(expect.objectContaining({ category: "validation" }));
    },
  );

  test.each([
    '{"lockfile_version":2,"server":"x","items":[]}',
    '{"lockfile_version":2,"registries":[{"packages":{}}]}',
  ])("of a newer tack is not guessed at: %s", (text) => {
    const path = join(makeWorkplace().cwd, "tack.lock");
    writeFileSync(path, text);
    expect(() => readLock(path)).toThrow("newer version of tack");
  });

  test("of another server is not followed there", () => {
    const where = makeWorkplace();
    writeFileSync(join(where.cwd, "tack.lock"), lockText(lock(item("mcp", "ada/a"))));
    expect(() => openLocks(where, "http://b.test")).toThrow(expect.objectContaining({ category: "conflict" }));
    expect(openLocks(where, "http://a.test").items()).toHaveLength(1);
  });
});
