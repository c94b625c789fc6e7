import { makeWritableDirectory } from "../files.js";
import { StartupError } from "../startup-error.js";
import { checkRestored } from "./backup.js";
import { lockDirectory, type DirectoryLock } from "./lock.js";
import { checkMarker } from "./marker.js";

export { writeAddressFile } from "./address-file.js";
export { backUpDirectory, restoreDirectory } from "./backup.js";
export { watchStorage, type StorageWatch } from "./storage-watch.js";
export type { DirectoryLock } from "./lock.js";

export interface DataDirectoryUse {
  /** True while an embedded store lives in it; replicas that only share its keys need not exclude each other. */
  readonly alone: boolean;
}

/** Creates the directory if need be, makes sure that it is ours alone, and that we understand what is in it. */
export async function openDataDirectory(dir: string, { alone }: DataDirectoryUse): Promise<DirectoryLock> {
  try {
    makeWritableDirectory(dir);
    const lock = alone ? await lockDirectory(dir) : { release: async () => undefined };
    try {
      checkRestored(dir);
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
      `The data directory ${dir} is not writable (${code}). Make it writable, or specify another one with --data-dir.`,
      { cause: error },
    );
  }
}
