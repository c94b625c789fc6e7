import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";

const made: string[] = [];

/** An empty directory that is gone when the file's tests are over. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "tack-test-"));
  made.push(directory);
  return directory;
}

/** A data directory whose stores are already created and migrated. */
export function initialisedDirectory(): string {
  const directory = temporaryDirectory();
  cpSync(inject("template"), directory, { recursive: true });
  return directory;
}

export function removeTemporaryDirectories(): void {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
}
