import { chmodSync, existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { Machine } from "../cli.js";
import { CliError, reasonOf } from "../errors.js";
import { withLock } from "../process-lock.js";
import { makeTackDirectory, tackDirectory } from "../tack-directory.js";
import { writeFileAtomically } from "../write-file.js";
import { backUp } from "./backups.js";
import { readState } from "./desk.js";
import { isRunnable, type FileChange, type FileState } from "./edits.js";
import { requireUnmoved } from "./places.js";
import { foldersPath, readFolders } from "./undo-store.js";

type Home = Pick<Machine, "home">;

const PRIVATE = 0o600;
const LOCK_WAIT_MS = 10_000;

/** Only the executable bits are managed. The other permissions belong to the user or to their umask. */
export const isSameState = (one: FileState, other: FileState): boolean =>
  one.bytes === undefined || other.bytes === undefined
    ? one.bytes === other.bytes
    : one.bytes.equals(other.bytes) && isRunnable(one.mode) === isRunnable(other.mode);

/** Applies all changes or none: if one fails, the previous ones are rolled back. */
export async function carryOut(machine: Home, changes: readonly FileChange[]): Promise<void> {
  const apply = (): void => {
    requireUnchanged(changes);
    backUp(machine, changes, new Date());
    applyAll(machine, changes);
  };
  const lock = join(makeTackDirectory(machine), "install.lock");
  await withLock(lock, apply, { waitMs: LOCK_WAIT_MS, busy: "Another tack command is already installing." });
}

/** A file may have been changed while the user was being asked. */
function requireUnchanged(changes: readonly FileChange[]): void {
  for (const { path, before } of changes) {
    if (isSameState(readState(path), before)) continue;
    throw new CliError("conflict", `${path} was changed concurrently. Nothing was written.`, {
      resource: path,
      remediation: "Run the same command again.",
    });
  }
}

function applyAll(machine: Home, changes: readonly FileChange[]): void {
  const own = tackDirectory(machine);
  const folders = readFolders(machine);
  const made = changes
    .filter(({ path, after }) => after.bytes !== undefined && !path.startsWith(own + sep))
    .flatMap(({ path }) => missingFolders(dirname(path)));
  const done: FileChange[] = [];
  const record = readState(foldersPath(machine));
  try {
    for (const change of changes) {
      if (change.isResolved) prepareFolder(change);
      done.push(change);
      const { path, before, after } = change;
      const isSameMode = before.bytes !== undefined && isRunnable(before.mode) === isRunnable(after.mode);
      writeState(path, isSameMode ? { ...after, mode: before.mode } : after, before.bytes !== undefined);
    }
    const deleted = changes.filter(({ after }) => after.bytes === undefined).map(({ path }) => path);
    saveFolders(machine, removeEmptied([...new Set([...folders, ...made])], deleted));
  } catch (error) {
    const lost = [...done.toReversed(), { path: foldersPath(machine), before: record }].filter(
      (change) => !isPutBack(change),
    );
    removeEmptied(
      made,
      changes.map(({ path }) => path),
    );
    throw failed(
      error,
      lost.map(({ path }) => path),
    );
  }
}

/** A link created after this check is replaced by the rename, in a folder that was writable a moment ago. */
function prepareFolder({ path, after }: FileChange): void {
  requireUnmoved(path);
  if (after.bytes === undefined) return;
  mkdirSync(dirname(path), { recursive: true });
  requireUnmoved(path);
}

/** A failure to restore one file must not prevent the others from being restored. */
function isPutBack({ path, before, isResolved }: Omit<FileChange, "after">): boolean {
  try {
    if (isResolved) requireUnmoved(path);
    const present = readState(path);
    if (!isSameState(present, before) || present.mode !== before.mode) writeState(path, before, true);
    return true;
  } catch {
    return false;
  }
}

/** Existing files keep their permissions, unless they become or were scripts. New files follow the user's umask. */
function writeState(path: string, { bytes, mode }: FileState, isExact: boolean): void {
  if (bytes === undefined) return rmSync(path, { force: true });
  writeFileAtomically(path, bytes, mode);
  if (isExact && mode !== undefined) chmodSync(path, mode);
}

function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [...missingFolders(dirname(folder)), folder];
}

/** Removes the parent folders that are now empty, and returns the remaining ones. */
function removeEmptied(folders: readonly string[], files: readonly string[]): string[] {
  const deepestFirst = folders.toSorted((one, other) => other.length - one.length);
  return deepestFirst.filter((folder) => {
    if (!existsSync(folder)) return false;
    const isOnTheWay = files.some((file) => file.startsWith(folder + sep));
    if (!isOnTheWay || readdirSync(folder).length > 0) return true;
    rmdirSync(folder);
    return false;
  });
}

function saveFolders(machine: Home, folders: readonly string[]): void {
  const path = foldersPath(machine);
  if (folders.length === 0) return rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileAtomically(path, `${JSON.stringify(folders.toSorted(), null, 2)}\n`, PRIVATE);
}

function failed(error: unknown, lost: readonly string[]): CliError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const end =
    lost.length === 0 ? "all changes were rolled back" : `these files could not be restored: ${lost.join(", ")}`;
  const category = error instanceof CliError ? error.category : code === "" ? "unexpected" : "conflict";
  return new CliError(category, `Writing the files failed; ${end}.`, {
    resource: error instanceof Error && "path" in error ? String(error.path) : undefined,
    remediation:
      lost.length === 0
        ? `Check permissions and disk space, then retry. Cause: ${reasonOf(error)}`
        : `Their previous content is in the newest folder of ~/.tackroom/backups. Cause: ${reasonOf(error)}`,
    cause: error,
  });
}
