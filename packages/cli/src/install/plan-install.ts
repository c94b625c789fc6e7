import { allowedPlaces, requireAllowedEdits, requireAllowedRow, type Claim } from "./allowed-places.js";
import { textOf, type FileEdit } from "./edits.js";
import { named, type Desk, type DeskFile } from "./desk.js";
import { addLayer, forgetLayer, isAsLeft, layerOf, removeLayer, type FileAt } from "./file-history.js";
import { isSameKey, type LockedFile } from "./lock-file.js";
import { checkRow, revertRow, rowsOf } from "./locked-rows.js";
import { findEntry, readText } from "./text/merge-text.js";
import { isSame } from "./text/values.js";

/** What the registry wants of one file. */
export interface WantedFile {
  readonly path: string;
  readonly edits: readonly FileEdit[];
}

export interface Wanted {
  /** Whose it is: lock, item and harness. */
  readonly owner: string;
  readonly claim: Claim;
  readonly files: readonly WantedFile[];
  /** What the lock has of it already. */
  readonly locked: readonly LockedFile[];
}

export interface InstallPlan {
  readonly rows: readonly LockedFile[];
  /** What is not ours, or was ours and has been changed, and would be replaced: needs consent. */
  readonly overwrites: readonly string[];
}

/** Puts an install on the desk. */
export function planInstall(desk: Desk, { owner, claim, files, locked }: Wanted): InstallPlan {
  const overwrites: string[] = [];
  const allowed = allowedPlaces(claim);
  for (const { path, edits } of files) requireAllowedEdits(allowed, path, edits);
  for (const row of locked) requireAllowedRow(allowed, row);
  const wanted = new Map(files.map(({ path, edits }) => [path, edits]));
  for (const path of new Set([...locked.map((row) => row.path), ...wanted.keys()])) {
    const rows = locked.filter((row) => row.path === path);
    const edits = wanted.get(path) ?? [];
    const file = desk.at(path, allowed);
    overwrites.push(...changedRows(file, rows, edits));
    desk.change(file, (now) => {
      const known = believed(now, path, owner, rows);
      const without = withoutOwner(known, owner, rows, true);
      overwrites.push(...foreignValues(path, without, edits));
      if (edits.length === 0) return without;
      // The history knows better where an install of ours stands than a removal and an addition would.
      return addLayer(layerOf(known.history, owner) ? known : without, { owner, edits });
    });
  }
  return { rows: files.flatMap(({ path, edits }) => rowsOf(path, edits)), overwrites };
}

interface Unwanted {
  readonly owner: string;
  readonly claim: Claim;
  readonly locked: readonly LockedFile[];
  /** What other installs have in the lock. */
  readonly others?: readonly LockedFile[];
  readonly force: boolean;
}

export interface UninstallPlan {
  /** Files that stay because they were changed. */
  readonly kept: readonly string[];
  /** What stays because another install has the same key, and nobody knows any more which value that install gave it. */
  readonly inherited: readonly LockedFile[];
}

/** Takes an install off the desk. */
export function planUninstall(desk: Desk, { owner, claim, locked, others = [], force }: Unwanted): UninstallPlan {
  const allowed = allowedPlaces(claim);
  for (const row of locked) requireAllowedRow(allowed, row);
  const kept: string[] = [];
  const inherited: LockedFile[] = [];
  for (const path of new Set(locked.map((row) => row.path))) {
    const rows = locked.filter((row) => row.path === path);
    desk.change(desk.at(path, allowed), (file) => {
      const known = believed(file, path, owner, rows);
      const shared = layerOf(known.history, owner) ? [] : rows.filter((row) => others.some(isSameKey(row)));
      inherited.push(...shared.filter((row) => checkRow(known.state, row) === "ok"));
      const own = rows.filter((row) => !shared.includes(row));
      const left = withoutOwner(known, owner, own, force);
      // What another install has taken over is not anybody's change.
      const isTheirs = left.history === undefined && own.some((row) => checkRow(left.state, row) === "changed");
      if (isTheirs && file.state === left.state) kept.push(path);
      return left;
    });
  }
  return { kept, inherited };
}

/**
 * The history of this machine and the lock must mean the same install. They do not when the project was made anew in the
 * same place, or the lock came with another branch: then the lock counts.
 */
function believed(file: FileAt, path: string, owner: string, rows: readonly LockedFile[]): FileAt {
  const layer = layerOf(file.history, owner);
  if (!layer || (rows.length === 0 && isAsLeft(file))) return file;
  return isSame(digests(rowsOf(path, layer.edits)), digests(rows)) ? file : forgetLayer(file, owner);
}

const digests = (each: readonly LockedFile[]): string[] =>
  each.map(({ sha256, keys = [] }) => [sha256, ...keys].join(" ")).toSorted();

function withoutOwner(file: FileAt, owner: string, rows: readonly LockedFile[], force: boolean): FileAt {
  if (layerOf(file.history, owner)) return removeLayer(file, owner, force);
  return { ...file, state: rows.toReversed().reduce(revertRow, file.state) };
}

/** Ours, but not as we left it, and not as it is to be. */
function changedRows(
  { given, path, now }: DeskFile,
  rows: readonly LockedFile[],
  edits: readonly FileEdit[],
): string[] {
  const wanted = rowsOf(given, edits);
  return rows
    .filter((row) => named(path, () => checkRow(now.state, row)) === "changed")
    .filter((row) => {
      const next = wanted.find(isSameKey(row));
      return next === undefined || checkRow(now.state, next) !== "ok";
    })
    .map(({ keys }) => `${given}${keys ? ` ${keys.join(" ")}` : ""}: changed since it was installed`);
}

function foreignValues(path: string, { state, history }: FileAt, edits: readonly FileEdit[]): string[] {
  if (state.bytes === undefined) return [];
  const whose = history === undefined ? "not installed by tack" : "from another install";
  return edits.flatMap((edit) => {
    if (edit.kind === "section") return [];
    if (edit.kind === "write") return state.bytes?.equals(edit.content) ? [] : [`${path}: already exists, ${whose}`];
    const document = readText(edit.format, textOf(state));
    return edit.entries
      .filter((entry) => !entry.pointer.endsWith("/-") && findEntry(document, entry) === "other")
      .map(({ pointer }) => `${path} ${pointer}: has a different value, ${whose}`);
  });
}
