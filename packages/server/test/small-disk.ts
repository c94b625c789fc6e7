import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "./temporary.js";

export interface SmallDisk {
  readonly path: string;
  /** Leaves not one byte free. */
  fill(): void;
  free(): void;
  /** Only while nobody has a file open on it for writing. */
  setReadOnly(): void;
  unmount(): void;
}

/** A file system of its own that a test can fill; undefined where this user may not mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const path = temporaryDirectory();
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path]);
  if (mounted.status !== 0) return undefined;
  const filler = join(path, "filler");
  return {
    path,
    fill: () => {
      for (const size of [1024 * 1024, 1000]) appendUntilFull(filler, Buffer.alloc(size));
    },
    free: () => rmSync(filler, { force: true }),
    setReadOnly: () => {
      const { status, stderr } = spawnSync("mount", ["-o", "remount,ro", path]);
      if (status !== 0) throw new Error(String(stderr));
    },
    unmount: () => void spawnSync("umount", ["-l", path]),
  };
}

function appendUntilFull(path: string, chunk: Buffer): void {
  const file = openSync(path, "a");
  try {
    for (;;) writeSync(file, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
}
