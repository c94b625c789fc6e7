import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  rmSync,
  truncateSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { recordedLog } from "../../../test/quiet-log.js";
import { temporaryDirectory } from "../../../test/temporary.js";
import { backUpDirectory, openDataDirectory, restoreDirectory, watchStorage } from "./index.js";

const HOLDER = new URL("../../../dist/platform/data-directory/index.js", import.meta.url).href;

/** Another process that holds a directory until it is killed. */
async function holdElsewhere(directory: string): Promise<{ pid: number; kill(): Promise<void> }> {
  const code = `import { openDataDirectory } from ${JSON.stringify(HOLDER)};
    await openDataDirectory(${JSON.stringify(directory)}, { alone: true }); console.log("held"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  killers.push(() => void child.kill("SIGKILL"));
  return {
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

const killers: (() => void)[] = [];
afterEach(() => {
  for (const kill of killers.splice(0)) kill();
});

test("refuses a directory that another process holds, and names it", async () => {
  const directory = temporaryDirectory();
  const { pid } = await holdElsewhere(directory);
  await expect(openDataDirectory(directory, { alone: true })).rejects.toThrow(
    `The data directory ${directory} is in use by process ${pid}. Stop it first`,
  );
});

test("leaves nothing of a damaged backup, says what is wrong with it, and takes a good one afterwards", async () => {
  const [from, to] = [temporaryDirectory(), temporaryDirectory()];
  await (await openDataDirectory(from, { alone: true })).release();
  writeFileSync(join(from, "kept"), randomBytes(100_000));
  const [good, damaged] = ["good", "damaged"].map((name) => join(temporaryDirectory(), name)) as [string, string];
  await backUpDirectory(from, good);
  await backUpDirectory(from, damaged);
  truncateSync(damaged, statSync(damaged).size - 50_000);
  const refusal = restoreDirectory(to, damaged);
  await expect(refusal).rejects.toThrow(/^Could not restore /);
  await expect(refusal).rejects.not.toThrow(/exiting/);
  expect(readdirSync(to)).toEqual(["lock"]);
  await restoreDirectory(to, good);
  expect(readFileSync(join(to, "kept"))).toEqual(readFileSync(join(from, "kept")));
});

test("a restore that was killed cannot pass for a data directory, and the next one clears or names what it left", async () => {
  const [from, to] = [temporaryDirectory(), temporaryDirectory()];
  await (await openDataDirectory(from, { alone: true })).release();
  const backup = join(temporaryDirectory(), "backup");
  await backUpDirectory(from, backup);
  mkdirSync(join(to, ".restoring-killed"));
  writeFileSync(join(to, "store"), "half");
  await expect(openDataDirectory(to, { alone: true })).rejects.toThrow(`The restore into ${to} was interrupted.`);
  await expect(restoreDirectory(to, backup)).rejects.toThrow(`The restore into ${to} was interrupted.`);
  rmSync(join(to, "store"));
  await restoreDirectory(to, backup);
  expect(readdirSync(to).toSorted()).toEqual(["lock", "tackroom.json"]);
  await (await openDataDirectory(to, { alone: true })).release();
});

test("a restore moves the mark last", async () => {
  const [from, to, backup] = [temporaryDirectory(), temporaryDirectory(), join(temporaryDirectory(), "backup")];
  await (await openDataDirectory(from, { alone: true })).release();
  // In the way of the new lock, so that the restore fails in the middle.
  writeFileSync(join(from, "lock", "other"), "");
  execFileSync("tar", ["-czf", backup, "-C", from, "./lock", "./tackroom.json"]);
  await expect(restoreDirectory(to, backup)).rejects.toThrow();
  expect(readdirSync(to).toSorted()).toEqual([expect.stringMatching(/^\.restoring-/), "lock"]);
});

test("takes over from a process that was killed", async () => {
  const directory = temporaryDirectory();
  const holder = await holdElsewhere(directory);
  await holder.kill();
  expect(readdirSync(join(directory, "lock"))).toHaveLength(1);
  await (await openDataDirectory(directory, { alone: true })).release();
  expect(readdirSync(join(directory, "lock"))).toEqual([]);
});

test("lets exactly one of many in that start together on a dead one's directory", async () => {
  const directory = temporaryDirectory();
  await (await holdElsewhere(directory)).kill();
  for (let round = 0; round < 10; round++) {
    const starts = await Promise.allSettled(
      Array.from({ length: 8 }, () => openDataDirectory(directory, { alone: true })),
    );
    const locks = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
    expect(locks).toHaveLength(1);
    await locks[0]?.release();
  }
});

test("lets replicas share a directory that holds no store", async () => {
  const directory = temporaryDirectory();
  const shared = [1, 2].map(() => openDataDirectory(directory, { alone: false }));
  await expect(Promise.all(shared)).resolves.toHaveLength(2);
});

test("works in a directory whose path is longer than a socket's may be", async () => {
  const directory = join(temporaryDirectory(), "d".repeat(120));
  const lock = await openDataDirectory(directory, { alone: true });
  await expect(openDataDirectory(directory, { alone: true })).rejects.toThrow(`in use by process ${process.pid}`);
  await lock.release();
  await (await openDataDirectory(directory, { alone: true })).release();
});

test("refuses the data of a newer version, and lets go of it", async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "tackroom.json"), '{"format":99,"version":"42.0.0"}');
  const refusal = /written by a newer version of Tackroom \(42\.0\.0, data format 99\)/;
  await expect(openDataDirectory(directory, { alone: true })).rejects.toThrow(refusal);
  await expect(openDataDirectory(directory, { alone: true })).rejects.toThrow(refusal);
});

test("leaves its mark, and says so when the mark is damaged", async () => {
  const directory = temporaryDirectory();
  await (await openDataDirectory(directory, { alone: true })).release();
  const mark = join(directory, "tackroom.json");
  expect(JSON.parse(readFileSync(mark, "utf8"))).toMatchObject({ format: 1 });
  writeFileSync(mark, "{");
  await expect(openDataDirectory(directory, { alone: true })).rejects.toThrow(`${mark} is corrupted`);
});

test.each(["relational", "analytical"])("refuses %s without a mark, and lets go of it", async (name) => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, "keys"));
  await (await openDataDirectory(directory, { alone: true })).release();
  mkdirSync(join(directory, name));
  await (await openDataDirectory(directory, { alone: true })).release();
  rmSync(join(directory, "tackroom.json"));
  for (const alone of [true, false, true]) {
    await expect(openDataDirectory(directory, { alone })).rejects.toThrow(
      `The data directory ${directory} contains data (${name}) but no tackroom.json, so it may be incomplete`,
    );
  }
  expect(readdirSync(directory)).not.toContain("tackroom.json");
});

test("says in one line that a directory cannot be made", async () => {
  const file = join(temporaryDirectory(), "file");
  writeFileSync(file, "");
  await expect(openDataDirectory(join(file, "data"), { alone: true })).rejects.toThrow(/is not writable \(ENOTDIR\)/);
});

test("refuses writes while the directory cannot be written, and accepts them again afterwards", async () => {
  const directory = join(temporaryDirectory(), "data");
  mkdirSync(directory);
  const { log, lines } = recordedLog();
  const watch = await watchStorage(directory, log);
  expect(watch.refusal()).toBeNull();
  // A directory in the probe's place fails the probe for root too, whom file modes do not stop.
  mkdirSync(join(directory, ".write-probe"));
  await watch.check();
  await watch.check();
  expect(watch.refusal()).toBe("The data directory is not writable (EISDIR). Make it writable again.");
  rmdirSync(join(directory, ".write-probe"));
  await watch.check();
  expect(watch.refusal()).toBeNull();
  expect(lines.map(({ msg }) => msg)).toEqual([expect.stringMatching(/^rejecting writes/), "accepting writes again"]);
  watch.close();
});
