import { open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../log.js";

/** Below this the engines would soon fail in the middle of a write; refusing before that keeps them whole. */
const RESERVED_BYTES = 64 * 1024 * 1024;

const CHECK_EVERY_MS = 2000;

export interface StorageWatch {
  /** Why nothing can be written now, for the caller; null when all is well. */
  refusal(): string | null;
  check(): Promise<void>;
  close(): void;
}

/** Watches the disk under the embedded stores, so that a full one means refused writes and not a broken engine. */
export async function watchStorage(dir: string, log: Log): Promise<StorageWatch> {
  let refusal: string | null = null;

  const check = async (): Promise<void> => {
    const found = await findTrouble(dir);
    if (found !== refusal) {
      if (found) log.error({ data_dir: dir }, `rejecting writes: ${found}`);
      else log.info({ data_dir: dir }, "accepting writes again");
    }
    refusal = found;
  };

  await check();
  const timer = setInterval(() => void check(), CHECK_EVERY_MS);
  timer.unref();
  return { refusal: () => refusal, check, close: () => clearInterval(timer) };
}

async function findTrouble(dir: string): Promise<string | null> {
  const probe = join(dir, ".write-probe");
  try {
    const { bavail, bsize } = await statfs(dir);
    if (bavail * bsize < RESERVED_BYTES) {
      return `The disk of the data directory has less than ${RESERVED_BYTES / 1024 / 1024} MB free. Free up some space.`;
    }
    // Free space says nothing about a file system that went read-only or a quota.
    const file = await open(probe, "w");
    try {
      await file.write("x");
    } finally {
      await file.close();
    }
    await rm(probe, { force: true });
    return null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return `The data directory is not writable (${code}). Make it writable again.`;
  }
}
