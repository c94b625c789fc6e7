import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { EventEmitter, once } from "node:events";
import fs, { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { tryLock, withLock } from "./process-lock.js";

const LEASE_MS = 60_000;
let program: string;
let folder: string;
let path: string;

beforeAll(async () => {
  program = mkdtempSync(join(tmpdir(), "tack-lock-program-"));
  const entry = fileURLToPath(new URL("testing/lock-process.ts", import.meta.url));
  const outfile = join(program, "lock-process.mjs");
  await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "esm" });
});
afterAll(() => rmSync(program, { recursive: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tack-lock-"));
  path = join(folder, "a.lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

function start(action: string): { child: ChildProcessWithoutNullStreams; nextLine: () => Promise<string | undefined> } {
  const child = spawn(process.execPath, [join(program, "lock-process.mjs"), action, path]);
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stderr.pipe(process.stderr);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return { child, nextLine: async () => ((await lines.next()) as IteratorResult<string, undefined>).value };
}

async function kill(child: ChildProcessWithoutNullStreams): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/** A lock that was not renewed in time, of a process that runs: its ID was given to another one. */
function leaveStale(lock: string): void {
  writeFileSync(lock, `${process.pid} gone\n`);
  utimesSync(lock, new Date(), new Date(Date.now() - 1000));
}

describe("a lock", () => {
  test("is held by one at a time, and leaves nothing behind", () => {
    const lock = tryLock(path);
    expect(lock?.isOurs()).toBe(true);
    expect(tryLock(path)).toBeUndefined();
    lock?.release();
    expect(readdirSync(folder)).toEqual([]);
    expect(tryLock(path)?.isOurs()).toBe(true);
  });

  test("that is renewed stays held, and that is not can be taken over", () => {
    let time = Date.now();
    const now = (): number => time;
    const lock = tryLock(path, { now, leaseMs: LEASE_MS });
    for (let times = 0; times < 3; times += 1) {
      time += LEASE_MS - 1000;
      expect(lock?.isOurs()).toBe(true);
      expect(tryLock(path, { now })).toBeUndefined();
    }
    time += LEASE_MS + 1000;
    expect(tryLock(path, { now })).toBeDefined();
  });

  test("that was taken over is not ours, and its release does not delete the new one", () => {
    const first = tryLock(path);
    const second = tryLock(path, { now: () => Date.now() + LEASE_MS + 1000 });
    expect([first?.isOurs(), second?.isOurs()]).toEqual([false, true]);
    first?.release();
    expect(second?.isOurs()).toBe(true);
    second?.release();
    expect(existsSync(path)).toBe(false);
  });

  test("of another machine is judged by its time alone", () => {
    // No process can have this ID.
    writeFileSync(path, "99999999 token another-machine\n");
    utimesSync(path, new Date(), new Date(Date.now() + LEASE_MS));
    expect(tryLock(path)).toBeUndefined();
    utimesSync(path, new Date(), new Date(Date.now() - 1000));
    expect(tryLock(path)).toBeDefined();
  });

  test.each(["", "\n", "no process", "-1 token"])("with the content %j is taken over", (content) => {
    writeFileSync(path, content);
    utimesSync(path, new Date(), new Date(Date.now() + LEASE_MS));
    expect(tryLock(path)?.isOurs()).toBe(true);
  });

  test("does not require hard links", () => {
    const { linkSync } = fs;
    onTestFinished(() => {
      fs.linkSync = linkSync;
      syncBuiltinESMExports();
    });
    fs.linkSync = () => {
      throw Object.assign(new Error("EPERM: operation not permitted, link"), { code: "EPERM" });
    };
    syncBuiltinESMExports();
    leaveStale(path);
    const lock = tryLock(path);
    expect(lock?.isOurs()).toBe(true);
    expect(tryLock(path)).toBeUndefined();
    lock?.release();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("between processes", () => {
  test("no increment of a counter is lost", async () => {
    writeFileSync(`${path}.counter`, "0");
    const children = Array.from({ length: 5 }, () => start("increment").child);
    const exits = await Promise.all(children.map((child) => once(child, "exit")));
    expect(exits.map(([code]) => code as unknown)).toEqual([0, 0, 0, 0, 0]);
    expect(readFileSync(`${path}.counter`, "utf8")).toBe("100");
    expect(readdirSync(folder)).toEqual(["a.lock.counter"]);
  });

  test("the lock of a killed process is taken over before its time has passed", async () => {
    const { child, nextLine } = start("hold");
    expect(await nextLine()).toBe("taken");
    expect(tryLock(path)).toBeUndefined();
    await kill(child);
    expect(tryLock(path)?.isOurs()).toBe(true);
  });

  test("a process that is killed while it takes over blocks nobody", async () => {
    for (let times = 0; times < 10; times += 1) {
      const { child, nextLine } = start("take-over-again-and-again");
      expect(await nextLine()).toBe("taken");
      await sleep(times);
      await kill(child);
      const lock = tryLock(path);
      expect(lock?.isOurs()).toBe(true);
      lock?.release();
    }
  });

  test("of several that find the same stale lock one takes it over", async () => {
    const takers = Array.from({ length: 4 }, () => start("take-each-named"));
    for (const { nextLine } of takers) expect(await nextLine()).toBe("ready");
    for (let round = 0; round < 10; round += 1) {
      // Many at once, because the processes come close to each other only now and then.
      const locks = Array.from({ length: 100 }, (_, at) => `${path}.${round}.${at}`);
      locks.forEach(leaveStale);
      for (const { child } of takers) child.stdin.write(`${locks.join(" ")}\n`);
      const answers = await Promise.all(takers.map(({ nextLine }) => nextLine()));
      expect(answers.join(" ").trim().split(/ +/).toSorted()).toEqual(locks.toSorted());
    }
  });
});

describe("an action under a lock", () => {
  const options = { waitMs: 0, busy: "Another tack command is already packing." };

  test("returns its result and releases the lock, also if it fails", async () => {
    expect(await withLock(path, () => existsSync(path), options)).toBe(true);
    const failing = (): never => {
      throw new Error("failed");
    };
    await expect(withLock(path, failing, options)).rejects.toThrow("failed");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("waits until the lock is released", async () => {
    const lock = tryLock(path);
    const waiting = withLock(path, () => "done", { ...options, waitMs: 200_000 });
    lock?.release();
    expect(await waiting).toBe("done");
  });

  test("that waits too long fails and says what to do", async () => {
    tryLock(path);
    await expect(withLock(path, () => "done", options)).rejects.toMatchObject({
      category: "conflict",
      message: "Another tack command is already packing.",
      details: { remediation: expect.stringContaining(`delete ${path}`) as string },
    });
  });

  test("fails with the reason if the lock cannot be created", async () => {
    writeFileSync(path, "a file, and not a folder");
    await expect(withLock(join(path, "b.lock"), () => "done", options)).rejects.toMatchObject({
      category: "conflict",
      details: { remediation: expect.stringMatching(/permissions.*(?:ENOTDIR|EEXIST)/) as string },
    });
  });

  test("keeps the lock for as long as it takes", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const signals = new EventEmitter();
    const begun = once(signals, "begun");
    const action = withLock(
      path,
      () => {
        signals.emit("begun");
        return once(signals, "end");
      },
      options,
    );
    await begun;
    vi.advanceTimersByTime(5 * LEASE_MS);
    expect(tryLock(path)).toBeUndefined();
    signals.emit("end");
    await action;
    expect(existsSync(path)).toBe(false);
  });
});
