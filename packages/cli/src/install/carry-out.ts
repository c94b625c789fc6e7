import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, sep } from "node:path";
import type { Machine } from "../cli.js";
import { CliError, reasonOf } from "../errors.js";
import { withLock } from "../process-lock.js";
import { makeTackDirectory, tackDirectory } from "../tack-directory.js";
import { writeFileAtomically } from "../write-file.js";
import { backUp } from "./backups.js";
import { readState } from "./desk.js";
import { isRunnable, isSameState, type FileChange } from "./edits.js";
import { Interrupted, unlessInterrupted } from "./interruption.js";
import {
  installLock,
  removeEmptied,
  removeJournal,
  requireRolledBack,
  rollBack,
  writeJournal,
  writeState,
} from "./journal.js";
import { requireUnmoved } from "./places.js";
import { foldersPath, readFolders } from "./undo-store.js";

type Home = Pick<Machine, "home">;

const PRIVATE = 0o600;
const LOCK_WAIT_MS = 10_000;

/** Applies all changes or none: if one fails, or the process is told to end, the previous ones are rolled back. */
export async function carryOut(machine: Home, changes: readonly FileChange[]): Promise<void> {
  const applyIfUnchanged = async (): Promise<void> => {
    // A process that was killed since the next command looked for one has changed files that this one has planned with.
    requireRolledBack(machine);
    requireUnchanged(changes);
    backUp(machine, changes, new Date());
    await applyAll(machine, changes);
  };
  makeTackDirectory(machine);
  await withLock(installLock(machine), applyIfUnchanged, {
    waitMs: LOCK_WAIT_MS,
    busy: "Another tack command is already installing.",
  });
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

async function applyAll(machine: Home, changes: readonly FileChange[]): Promise<void> {
  const own = tackDirectory(machine);
  const created = readFolders(machine);
  const made = changes
    .filter(({ path, after }) => after.bytes !== undefined && !path.startsWith(own + sep))
    .flatMap(({ path }) => missingFolders(dirname(path)));
  const journal = { changes, made, folders: readState(foldersPath(machine)) };
  try {
    writeJournal(machine, journal);
    await unlessInterrupted(changes, apply);
    const deleted = changes.filter(({ after }) => after.bytes === undefined).map(({ path }) => path);
    saveFolders(machine, removeEmptied([...new Set([...created, ...made])], deleted));
    removeJournal(machine);
  } catch (error) {
    throw failed(error, rollBack(machine, journal));
  }
}

function apply(change: FileChange): void {
  if (change.isResolved) prepareFolder(change);
  const { path, before, after } = change;
  const isSameMode = before.bytes !== undefined && isRunnable(before.mode) === isRunnable(after.mode);
  writeState(path, isSameMode ? { ...after, mode: before.mode } : after, before.bytes !== undefined);
}

/** A link created after this check is replaced by the rename, in a folder that was writable a moment ago. */
function prepareFolder({ path, after }: FileChange): void {
  requireUnmoved(path);
  if (after.bytes === undefined) return;
  mkdirSync(dirname(path), { recursive: true });
  requireUnmoved(path);
}

function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [...missingFolders(dirname(folder)), folder];
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
  const where = "Their previous content is in the newest folder of ~/.tackroom/backups.";
  if (error instanceof Interrupted) {
    const { exitCode } = error;
    return new CliError("usage", `Interrupted; ${end}.`, { exitCode, ...(lost.length > 0 && { remediation: where }) });
  }
  const category = error instanceof CliError ? error.category : code === "" ? "unexpected" : "conflict";
  const advice = lost.length === 0 ? "Check permissions and disk space, then retry." : where;
  return new CliError(category, `Writing the files failed; ${end}.`, {
    resource: error instanceof Error && "path" in error ? String(error.path) : undefined,
    remediation: `${advice} Cause: ${reasonOf(error)}`,
    cause: error,
  });
}
