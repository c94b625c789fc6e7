import type { Machine } from "../cli.js";
import { CliError } from "../errors.js";
import { readState, type Desk } from "./desk.js";
import { isSameState, NO_FILE, type FileChange } from "./edits.js";
import type { Kind } from "../kinds.js";
import {
  findLocked,
  isSameKey,
  lockPath,
  lockText,
  readLock,
  type LockedFile,
  type LockedItem,
  type LockFile,
  type Scope,
} from "./lock-file.js";
import { historyPath, historyText } from "./undo-store.js";

const SCOPES: readonly Scope[] = ["project", "user"];

type Where = Pick<Machine, "cwd" | "home">;

/** The lockfiles of the project and of the user, changed in memory like the files on the desk. */
export interface LockDesk {
  find(named: string, type?: Kind): LockedItem[];
  items(): readonly LockedItem[];
  put(item: LockedItem): void;
  remove(item: LockedItem): void;
  /** The remaining installs take over entries that an uninstall had to leave in place. */
  leaveToOthers(rows: readonly LockedFile[]): void;
  changes(): FileChange[];
}

const isSameItem = (one: LockedItem, other: LockedItem): boolean =>
  one.type === other.type && one.id === other.id && one.harness === other.harness;

export function openLocks(machine: Where, server: string): LockDesk {
  const locks = new Map(SCOPES.map((scope) => [scope, readLock(lockPath(machine, scope))]));
  for (const [scope, lock] of locks) requireServer(lockPath(machine, scope), lock, server);
  const change = (scope: Scope, items: (before: readonly LockedItem[]) => LockedItem[]): void => {
    locks.set(scope, { lockfile_version: 1, server, items: items(locks.get(scope)?.items ?? []) });
  };
  const put = (item: LockedItem): void =>
    change(item.scope, (before) => [...before.filter((other) => !isSameItem(item, other)), item]);
  const items = (): LockedItem[] => SCOPES.flatMap((scope) => locks.get(scope)?.items ?? []);
  return {
    find: (named, type) => SCOPES.flatMap((scope) => findLocked(locks.get(scope), named, type)),
    items,
    put,
    remove: (item) => change(item.scope, (before) => before.filter((other) => !isSameItem(item, other))),
    leaveToOthers(rows) {
      for (const item of rows.length === 0 ? [] : items()) {
        put({ ...item, files: item.files.map((file) => rows.find(isSameKey(file)) ?? file) });
      }
    },
    changes: () => SCOPES.flatMap((scope) => lockChange(lockPath(machine, scope), locks.get(scope))),
  };
}

/** A pin is valid only for the registry it came from, and credentials must not be sent to an address taken from a file. */
function requireServer(path: string, lock: LockFile | undefined, server: string): void {
  if (lock === undefined || lock.server === server || lock.items.length === 0) return;
  throw new CliError("conflict", `${path} belongs to ${lock.server}, not ${server}.`, {
    resource: path,
    remediation: `Pass --server ${lock.server}`,
  });
}

/** A lockfile without items is deleted. */
function lockChange(path: string, lock: LockFile | undefined): FileChange[] {
  if (lock === undefined) return [];
  const before = readState(path);
  const after = lock.items.length === 0 ? NO_FILE : { bytes: Buffer.from(lockText(lock)), mode: before.mode ?? 0o644 };
  return isSameState(before, after) ? [] : [{ path, before, after }];
}

const PRIVATE = 0o600;

/** Everything to write: the data to undo the changes, the files, and finally the lockfiles. */
export function changesOf(machine: Pick<Machine, "home">, desk: Desk, locks: LockDesk): FileChange[] {
  const files = desk
    .files()
    .filter(({ found, now }) => !isSameState(found.state, now.state))
    .map(({ path, found, now }) => ({ path, isResolved: true, before: found.state, after: now.state }));
  const histories = desk.files().flatMap(({ path, now }): FileChange[] => {
    const file = historyPath(machine, path);
    const before = readState(file);
    const after =
      now.history === undefined ? NO_FILE : { bytes: Buffer.from(historyText(path, now.history)), mode: PRIVATE };
    return isSameState(before, after) ? [] : [{ path: file, before, after }];
  });
  return [...histories, ...files, ...locks.changes()];
}

/** Identifies an install in the history of a file, since several projects may share a file in the home folder. */
export const ownerOf = (
  machine: Where,
  { type, id, harness, scope }: Pick<LockedItem, "type" | "id" | "harness" | "scope">,
): string => [lockPath(machine, scope), type, id, harness].join("|");
