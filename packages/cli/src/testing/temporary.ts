import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made: string[] = [];

/** An empty directory that is gone when the file's tests are over. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "tack-cli-"));
  made.push(directory);
  return directory;
}

export function removeTemporaryDirectories(): void {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
}
