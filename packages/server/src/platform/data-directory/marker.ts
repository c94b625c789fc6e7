import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../files.js";
import { StartupError } from "../startup-error.js";
import { VERSION } from "../version.js";

/** Raised when an older Tackroom could no longer read what this one writes. */
const DATA_FORMAT = 1;

export const MARKER_FILE = "tackroom.json";

/** Moved out of it when a restore is complete, the mark last. */
export const UNFINISHED_RESTORE = ".restoring-";

/** Refuses a directory of a newer version, and leaves a mark by which an older version will refuse this one. */
export function checkMarker(dir: string): void {
  const path = join(dir, MARKER_FILE);
  const found = existsSync(path) ? readMarker(path) : undefined;
  if (!found) refuseUnmarkedData(dir);
  if (found && found.format > DATA_FORMAT) {
    throw new StartupError(
      `The data directory ${dir} was written by a newer version of Tackroom (${found.version}, data format ${found.format}); ` +
        `this is ${VERSION} (data format ${DATA_FORMAT}). Start the newer version, or restore an older backup.`,
    );
  }
  if (found?.format === DATA_FORMAT && found.version === VERSION) return;
  replaceFile(path, `${JSON.stringify({ format: DATA_FORMAT, version: VERSION })}\n`);
}

const STORES = new Set(["relational", "analytical"]);

/** The mark is there before the first data, so data without it were not written here, and may be a part of something. */
function refuseUnmarkedData(dir: string): void {
  refuseHalfRestored(dir);
  const data = readdirSync(dir).find((name) => STORES.has(name));
  if (data === undefined) return;
  throw new StartupError(
    `The data directory ${dir} contains data (${data}) but no ${MARKER_FILE}, so it may be incomplete. ` +
      `Restore a backup into an empty directory or, if everything is there, copy ${MARKER_FILE} from where the data came from.`,
  );
}

export const isUnfinishedRestore = (name: string): boolean => name.startsWith(UNFINISHED_RESTORE);

/** A directory in which a restore was killed before it was complete. */
export function refuseHalfRestored(dir: string): void {
  if (existsSync(join(dir, MARKER_FILE)) || !readdirSync(dir).some(isUnfinishedRestore)) return;
  throw new StartupError(`The restore into ${dir} was interrupted. Remove everything in it, and restore again.`);
}

function readMarker(path: string): { format: number; version: string } {
  try {
    const { format, version } = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
    if (typeof format === "number" && typeof version === "string") return { format, version };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new StartupError(
    `${path} is corrupted. Restore it from a backup, or remove it if the directory contains no data.`,
  );
}
