import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StartupError } from "../startup-error.js";
import { ADDRESS_FILE } from "./address-file.js";
import { lockDirectory } from "./lock.js";
import { checkMarker, isUnfinishedRestore, MARKER_FILE, refuseHalfRestored, UNFINISHED_RESTORE } from "./marker.js";

/** The whole data directory as one file. Nobody may write meanwhile: the stores are files that change together. */
export async function backUpDirectory(dir: string, file: string): Promise<string> {
  if (!existsSync(join(dir, MARKER_FILE))) {
    throw new StartupError(`${dir} is not a Tackroom data directory. Specify it with --data-dir.`);
  }
  const target = resolve(file);
  const lock = await lockDirectory(dir);
  const unfinished = `${target}.part`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    runTar(
      ["-czf", unfinished, "--exclude", "./lock", "--exclude", `./${ADDRESS_FILE}`, "-C", dir, "."],
      `Could not back up ${dir}`,
    );
    // It has the keys in it.
    chmodSync(unfinished, 0o600);
    renameSync(unfinished, target);
  } finally {
    rmSync(unfinished, { force: true });
    await lock.release();
  }
  return `Backed up ${dir} to ${target}. The backup contains private keys: protect it like the server itself.`;
}

/** Into a directory that is empty or not there yet: what is there is never overwritten. */
export async function restoreDirectory(dir: string, file: string): Promise<string> {
  if (!existsSync(file)) throw new StartupError(`File not found: ${file}.`);
  if (!namesIn(dir).every(isUnfinishedRestore)) {
    refuseHalfRestored(dir);
    throw new StartupError(`${dir} is not empty. Move it away, or specify another directory with --data-dir.`);
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock = await lockDirectory(dir);
  for (const name of namesIn(dir).filter(isUnfinishedRestore))
    rmSync(join(dir, name), { recursive: true, force: true });
  // Inside, because the directory itself may be a mount point, and moving within it is instant.
  const unfinished = mkdtempSync(join(dir, UNFINISHED_RESTORE));
  try {
    unpack(file, unfinished);
    // The mark comes last: whatever stops this before leaves a directory that no server starts on.
    const data = readdirSync(unfinished).filter((name) => name !== MARKER_FILE);
    for (const name of [...data, MARKER_FILE]) renameSync(join(unfinished, name), join(dir, name));
    rmSync(unfinished, { recursive: true, force: true });
  } finally {
    await lock.release();
  }
  return `Restored ${dir} from ${file}.`;
}

/** Leaves nothing of a backup that is damaged, or none. */
function unpack(file: string, into: string): void {
  try {
    runTar(["-xzf", resolve(file), "-C", into], `Could not restore ${file}`);
    if (!existsSync(join(into, MARKER_FILE))) throw new StartupError(`${file} is not a Tackroom backup.`);
    checkMarker(into);
  } catch (error) {
    rmSync(into, { recursive: true, force: true });
    throw error;
  }
}

const namesIn = (dir: string): string[] => (existsSync(dir) ? readdirSync(dir).filter((name) => name !== "lock") : []);

function runTar(args: readonly string[], complaint: string): void {
  const { status, stderr, error } = spawnSync("tar", args, { encoding: "utf8" });
  if (status === 0) return;
  // Its last words only say that it gave up.
  const reasons = stderr.split("\n").filter((line) => line.trim() !== "" && !/exiting now|previous errors/.test(line));
  const why = error ? "tar is not installed" : reasons.at(-1)?.trim().replace(/\.$/, "");
  throw new StartupError(`${complaint}: ${why}.`, { cause: error });
}
