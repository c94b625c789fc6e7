import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { carryOut } from "./carry-out.js";
import { readState } from "./desk.js";
import { NO_FILE, type FileState } from "./edits.js";
import { makeWorkplace, putFile, treeOf } from "./testing/workplace.js";

const file = (text: string, mode = 0o644): FileState => ({ bytes: Buffer.from(text), mode });

test("what was done before a failure is taken back, with the folders that were made for it", async () => {
  const where = makeWorkplace();
  putFile(where, "old.json", "{}", 0o640);
  putFile(where, "gone.md", "mine\n");
  mkdirSync(join(where.cwd, "taken"));
  const before = treeOf(where);
  const at = (path: string): string => join(where.cwd, path);
  const changes = [
    { path: at("old.json"), before: readState(at("old.json")), after: file('{"a":1}') },
    { path: at("new/deep/file.md"), before: NO_FILE, after: file("new\n") },
    { path: at("gone.md"), before: readState(at("gone.md")), after: NO_FILE },
    { path: at("old.json/below"), before: NO_FILE, after: file("cannot be\n") },
  ];
  await expect(carryOut(where, changes)).rejects.toMatchObject({
    category: "conflict",
    message: expect.stringContaining("all changes were rolled back") as string,
  });
  expect(treeOf(where)).toEqual(before);
});

test("a file that changed while the question was on the screen is not written", async () => {
  const where = makeWorkplace();
  const path = join(where.cwd, "a.json");
  putFile(where, "a.json", "{}");
  const planned = { path, before: readState(path), after: file('{"a":1}') };
  putFile(where, "a.json", '{"theirs":1}');
  const before = treeOf(where);
  await expect(carryOut(where, [planned])).rejects.toMatchObject({ category: "conflict" });
  expect(treeOf(where)).toEqual(before);
});

test("permissions stay, scripts can be run, and what is tack's own is nobody else's", async () => {
  const where = makeWorkplace();
  const path = join(where.cwd, "a.json");
  putFile(where, "a.json", "{}");
  chmodSync(path, 0o664);
  const script = join(where.cwd, "run.sh");
  await carryOut(where, [
    { path, before: readState(path), after: { ...readState(path), bytes: Buffer.from("[]") } },
    { path: script, before: NO_FILE, after: file("#!/bin/sh\n", 0o755) },
  ]);
  expect(statSync(path).mode & 0o777).toBe(0o664);
  expect(statSync(script).mode & 0o100).toBe(0o100);
  const own = join(where.home, ".tackroom");
  expect(statSync(own).mode & 0o077).toBe(0);
  expect(readdirSync(join(own, "backups"))).toHaveLength(1);
});

test("a link that appears on the way after the plan was made is not followed", async () => {
  const where = makeWorkplace();
  const elsewhere = join(where.home, "elsewhere");
  mkdirSync(elsewhere);
  mkdirSync(join(where.cwd, ".claude"));
  const path = join(where.cwd, ".claude", "skills", "tidy", "SKILL.md");
  const change = { path, isResolved: true, before: NO_FILE, after: file("x") };
  symlinkSync(elsewhere, join(where.cwd, ".claude", "skills"));
  await expect(carryOut(where, [change])).rejects.toMatchObject({ category: "conflict" });
  expect(readdirSync(elsewhere)).toEqual([]);
});
