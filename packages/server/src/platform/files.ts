import { randomUUID } from "node:crypto";
import { accessSync, constants, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** For its owner only; throws with the code that tells why when it cannot be made or written. */
export function makeWritableDirectory(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    // Node says "not found" of a read-only parent when asked to make a whole path; asked for the last part, it says why.
    mkdirSync(dir, { mode: 0o700 });
  }
  accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** Puts a file in place whole and on disk, or not at all. */
export function replaceFile(path: string, content: string | Buffer): void {
  renameSync(writeDraft(path, content), path);
}

/** The same, unless there is one already: of several processes at the same moment, the first one's stays. */
export function createFileOnce(path: string, content: string | Buffer): void {
  const draft = writeDraft(path, content);
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
}

function writeDraft(path: string, content: string | Buffer): string {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  return draft;
}
