import { chmodSync, existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Machine } from "../cli.js";
import { CliError } from "../errors.js";
import { tryLock } from "../process-lock.js";
import { journalPath, tackDirectory } from "../tack-directory.js";
import { removeDrafts, writeFileAtomically } from "../write-file.js";
import { readState } from "./desk.js";
import { hasSameBytes, isSameState, type FileChange, type FileState } from "./edits.js";
import { layerOf, removeLayer } from "./file-history.js";
import { requireUnmoved } from "./places.js";
import { foldersPath, historyIn, historyPath, readHistory, readJson, stateOf, storedState } from "./undo-store.js";
import type { StoredState } from "./undo-store.js";

type Home = Pick<Machine, "home">;

/**
 * What a command is about to write. It stays on disk until all of it is written or rolled back. If the process is killed in
 * between, the next command rolls it back: otherwise the next install would take half of this one for files of the user.
 */
export interface Journal {
  readonly changes: readonly FileChange[];
  /** The folders that the changes create. */
  readonly made: readonly string[];
  /** The list of created folders, as it was. */
  readonly folders: FileState;
}

interface StoredJournal {
  readonly changes: readonly (Omit<FileChange, "before" | "after"> & Record<"before" | "after", StoredState>)[];
  readonly made: readonly string[];
  readonly folders: StoredState;
}

const PRIVATE = 0o600;

export const installLock = (machine: Home): string => join(tackDirectory(machine), "install.lock");

export function writeJournal(machine: Home, { changes, made, folders }: Journal): void {
  const stored: StoredJournal = {
    changes: changes.map((change) => ({
      ...change,
      before: storedState(change.before),
      after: storedState(change.after),
    })),
    made,
    folders: storedState(folders),
  };
  writeFileAtomically(journalPath(machine), JSON.stringify(stored), PRIVATE);
}

export const removeJournal = (machine: Home): void => rmSync(journalPath(machine), { force: true });

function readJournal(machine: Home): Journal | undefined {
  const stored = readJson(journalPath(machine)) as StoredJournal | undefined;
  return (
    stored && {
      ...stored,
      changes: stored.changes.map((each) => ({ ...each, before: stateOf(each.before), after: stateOf(each.after) })),
      folders: stateOf(stored.folders),
    }
  );
}

/** Rolls back what a process that was killed has left, unless another one is at work. False if there was nothing. */
export function recoverInterrupted(machine: Home): boolean {
  if (!existsSync(journalPath(machine))) return false;
  const lock = tryLock(installLock(machine));
  if (!lock) return false;
  try {
    return requireRolledBack(machine);
  } finally {
    lock.release();
  }
}

/** The same, for who holds the lock. */
export function requireRolledBack(machine: Home): boolean {
  const journal = readJournal(machine);
  if (!journal) return false;
  const lost = rollBack(machine, journal);
  if (lost.length === 0) return true;
  throw new CliError(
    "conflict",
    `A tack command was interrupted, and these files could not be restored: ${lost.join(", ")}`,
    {
      resource: lost[0],
      remediation: `Check permissions and disk space, then retry. To keep the files as they are, delete ${journalPath(machine)}`,
    },
  );
}

/** Restores what can be restored, and returns the paths of the rest. The journal stays until there is none. */
export function rollBack(machine: Home, { changes, made, folders }: Journal): string[] {
  const list = foldersPath(machine);
  // In reverse order: the histories come first in a command's changes, and tell what is tack's in a file that others have changed.
  const lost = [...changes.toReversed(), { path: list, before: folders, after: readState(list) }]
    .filter((change) => !isPutBack(machine, change, changes))
    .map(({ path }) => path);
  removeEmptied(
    made,
    changes.map(({ path }) => path),
  );
  if (lost.length === 0) removeJournal(machine);
  return lost;
}

/** A failure to restore one file must not prevent the others from being restored. */
function isPutBack(machine: Home, change: FileChange, changes: readonly FileChange[]): boolean {
  const { path, before, after, isResolved } = change;
  try {
    removeDrafts(path);
    const present = readState(path);
    if (isSameState(present, before) && present.mode === before.mode) return true;
    const restored = hasSameBytes(present, after) ? before : withoutAdded(machine, path, present, changes);
    if (restored === present) return true;
    if (isResolved) requireUnmoved(path);
    writeState(path, restored, true);
    return true;
  } catch {
    return false;
  }
}

/** Somebody has changed the file since: then only what the command has added is removed from it. */
function withoutAdded(machine: Home, path: string, present: FileState, changes: readonly FileChange[]): FileState {
  const history = readHistory(machine, path);
  const kept = changes.find((change) => change.path === historyPath(machine, path));
  const former = historyIn(kept?.before.bytes?.toString(), path);
  const added = (history?.generations ?? [])
    .flatMap(({ layers }) => layers)
    .filter((layer) => !isDeepStrictEqual(layer, layerOf(former, layer.owner)));
  const file = added.reduce((at, { owner }) => removeLayer(at, owner, false), { state: present, history });
  return file.state;
}

/** Existing files keep their permissions, unless they become or were scripts. New files follow the user's umask. */
export function writeState(path: string, { bytes, mode }: FileState, isExact: boolean): void {
  if (bytes === undefined) return rmSync(path, { force: true });
  writeFileAtomically(path, bytes, mode);
  if (isExact && mode !== undefined) chmodSync(path, mode);
}

/** Removes the parent folders that are now empty, and returns the remaining ones. */
export function removeEmptied(folders: readonly string[], files: readonly string[]): string[] {
  const deepestFirst = folders.toSorted((one, other) => other.length - one.length);
  return deepestFirst.filter((folder) => {
    if (!existsSync(folder)) return false;
    const isOnTheWay = files.some((file) => file.startsWith(folder + sep));
    if (!isOnTheWay || readdirSync(folder).length > 0) return true;
    rmdirSync(folder);
    return false;
  });
}
