import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { testMachine } from "../testing/run-tack.js";
import { temporaryDirectory } from "../testing/temporary.js";
import { journalPath } from "../tack-directory.js";
import { carryOut } from "./carry-out.js";
import type { FileChange } from "./edits.js";
import { recoverInterrupted } from "./journal.js";
import { A, B, mcp, SKILL, skill, SKILL_PATH } from "./testing/replies.js";
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
  type Where,
} from "./testing/workplace.js";
import { storedState } from "./undo-store.js";

const SERVERS = ".mcp.json";
const MINE = '{\n  "mcpServers": { "mine": { "command": "x" } }\n}\n';
const A_AND_SKILL = [
  [A, mcp("claude-code", "a")],
  [SKILL, skill("v1")],
] as const;
let program: string;

beforeAll(async () => {
  program = join(temporaryDirectory(), "killed-install.cjs");
  const entry = fileURLToPath(new URL("testing/killed-install.ts", import.meta.url));
  const mainFields = ["module", "main"];
  await build({ entryPoints: [entry], outfile: program, bundle: true, platform: "node", mainFields });
});

/** Another process applies the changes, and is killed when it is about to give this file its content. */
async function applyUntil(path: string, { home }: Pick<Where, "home">, changes: readonly FileChange[]): Promise<void> {
  const child = spawn(process.execPath, [program, home, path], { stdio: ["pipe", "inherit", "inherit"] });
  child.stdin.end(
    JSON.stringify(
      changes.map((change) => ({ ...change, before: storedState(change.before), after: storedState(change.after) })),
    ),
  );
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
}

describe("after a first install that was killed", () => {
  test("at any file, nothing is left once the next command runs, and it can be repeated and undone", async () => {
    const where = makeWorkplace();
    putFile(where, SERVERS, MINE);
    const before = treeOf(where);
    const { changes } = plannedInstall(where, A_AND_SKILL);
    expect(changes.length).toBeGreaterThan(4);
    for (const { path } of changes) {
      await applyUntil(path, where, changes);
      expect(recoverInterrupted(where)).toBe(true);
      expect(treeOf(where), path).toEqual(before);
      expect(recoverInterrupted(where)).toBe(false);
    }
    for (const [item, reply] of A_AND_SKILL) await install(where, item, reply);
    for (const [item] of A_AND_SKILL) expect(await uninstall(where, item)).toEqual([]);
    expect(treeOf(where)).toEqual(before);
  });

  test("what somebody has written since stays, and what is tack's goes from it", async () => {
    const where = makeWorkplace();
    putFile(where, SERVERS, MINE);
    await install(where, B, mcp("claude-code", "b"));
    const { changes } = plannedInstall(where, A_AND_SKILL);
    await applyUntil(placeIn(where, "tack.lock"), where, changes);
    putFile(where, SERVERS, getFile(where, SERVERS).replace("{", '{\n  "theirs": true,'));
    putFile(where, SKILL_PATH, "rewritten");
    expect(recoverInterrupted(where)).toBe(true);
    const { theirs, mcpServers } = JSON.parse(getFile(where, SERVERS)) as Record<string, object>;
    expect([theirs, Object.keys(mcpServers ?? {})]).toEqual([true, ["mine", "b"]]);
    expect(getFile(where, SKILL_PATH)).toBe("rewritten");
    expect(lockedItems(where).map(({ qualified_name: name }) => name)).toEqual(["ada/b"]);
    expect(await uninstall(where, B)).toEqual([]);
    expect(Object.keys((JSON.parse(getFile(where, SERVERS)) as Record<string, object>)["mcpServers"] ?? {})).toEqual([
      "mine",
    ]);
  });

  test("any command rolls it back, and says so", async () => {
    const machine = testMachine("http://127.0.0.1:9");
    const where = {
      home: fs.realpathSync(machine.home),
      cwd: fs.realpathSync(machine.cwd),
      platform: "linux",
    } as const;
    const { changes } = plannedInstall(where, A_AND_SKILL);
    await applyUntil(placeIn(where, "tack.lock"), where, changes);
    expect(existsSync(placeIn(where, SKILL_PATH))).toBe(true);
    const { stderr, stdout } = await machine.run("list");
    expect(stderr).toContain("A tack command was interrupted earlier. Its changes were rolled back.");
    expect(stdout).toContain("Nothing is installed");
    expect([existsSync(placeIn(where, SKILL_PATH)), existsSync(journalPath(where))]).toEqual([false, false]);
  });

  test("an install that was planned with what it had left writes nothing", async () => {
    const where = makeWorkplace();
    const { changes } = plannedInstall(where, A_AND_SKILL);
    await applyUntil(placeIn(where, "tack.lock"), where, changes);
    await expect(install(where, SKILL, skill("v2"))).rejects.toMatchObject({ category: "conflict" });
    expect(existsSync(placeIn(where, SKILL_PATH))).toBe(false);
  });
});

describe("a signal while files are written", () => {
  const rename = fs.renameSync;
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s rolls back what was done, and is the exit code", async (signal, exitCode) => {
    const where = makeWorkplace();
    putFile(where, SERVERS, MINE);
    const before = treeOf(where);
    const { changes } = plannedInstall(where, A_AND_SKILL);
    vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
      rename(from, to);
      if (to === placeIn(where, SERVERS)) process.emit(signal, signal);
    });
    syncBuiltinESMExports();
    await expect(carryOut(where, changes)).rejects.toMatchObject({
      message: "Interrupted; all changes were rolled back.",
      details: { exitCode },
    });
    expect(treeOf(where)).toEqual(before);
    expect(recoverInterrupted(where)).toBe(false);
  });
});
