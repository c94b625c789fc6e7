import { accessSync, constants, mkdirSync } from "node:fs";
import { StartupError } from "../startup-error.js";
import { lockDirectory, type DirectoryLock } from "./lock.js";
import { checkMarker } from "./marker.js";

export { watchStorage, type StorageWatch } from "./storage-watch.js";
export type { DirectoryLock } from "./lock.js";

export interface DataDirectoryUse {
  /** True while an embedded store lives in it; replicas that only share its keys need not exclude each other. */
  readonly alone: boolean;
}

/** Creates the directory if need be, makes sure that it is ours alone, and that we understand what is in it. */
export async function openDataDirectory(dir: string, { alone }: DataDirectoryUse): Promise<DirectoryLock> {
  try {
    makeDirectory(dir);
    accessSync(dir, constants.W_OK);
    const lock = alone ? await lockDirectory(dir) : { release: async () => undefined };
    try {
      checkMarker(dir);
    } catch (error) {
      await lock.release();
      throw error;
    }
    return lock;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (error instanceof StartupError || code === undefined) throw error;
    throw new StartupError(
      `The data directory ${dir} cannot be written (${code}). Make it writable, or choose another with --data-dir.`,
      { cause: error },
    );
  }
}

function makeDirectory(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    // Node says "not found" of a read-only parent when asked to make a whole path; asked for the last part, it says why.
    mkdirSync(dir, { mode: 0o700 });
  }
}
