import { allowedPlaces, requireAllowedEdits, requireAllowedRow, type Claim } from "./allowed-places.js";
import { textOf, type FileEdit, type FileState } from "./edits.js";
import { named, type Desk, type DeskFile } from "./desk.js";
import { addLayer, forgetLayer, isAsLeft, layerOf, removeLayer, type FileAt } from "./file-history.js";
import { isSameKey, type LockedFile } from "./lock-file.js";
import { checkRow, revertRow, rowsOf } from "./locked-rows.js";
import { findEntry, readText } from "./text/merge-text.js";
import { isSame } from "./text/values.js";

/** What the registry wants to change in one file. */
export interface WantedFile {
  readonly path: string;
  readonly edits: readonly FileEdit[];
}

export interface Wanted {
  /** The owner of the install: lockfile, item and harness. */
  readonly owner: string;
  readonly claim: Claim;
  readonly files: readonly WantedFile[];
  /** The existing rows of the lockfile. */
  readonly locked: readonly LockedFile[];
  /** What several installs set keeps the value of the one that has set it last. */
  readonly staysInPlace?: boolean | undefined;
}

export interface InstallPlan {
  readonly rows: readonly LockedFile[];
  /** Content that would be overwritten although tack does not manage it, or although it was changed; requires confirmation. */
  readonly overwrites: readonly string[];
}

/** Adds an install to the desk. */
export function planInstall(desk: Desk, { owner, claim, files, locked, staysInPlace = false }: Wanted): InstallPlan {
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
      overwrites.push(...foreignValues(path, { found: file.found.state, without }, edits));
      if (edits.length === 0) return without;
      const isKnown = staysInPlace && layerOf(known.history, owner) !== undefined;
      return addLayer(isKnown ? known : without, { owner, edits }, isKnown);
    });
  }
  return { rows: files.flatMap(({ path, edits }) => rowsOf(path, edits)), overwrites };
}

interface Unwanted {
  readonly owner: string;
  readonly claim: Claim;
  readonly locked: readonly LockedFile[];
  /** The lockfile rows of other installs. */
  readonly others?: readonly LockedFile[];
  readonly force: boolean;
}

export interface UninstallPlan {
  /** Files that are kept because they were changed. */
  readonly kept: readonly string[];
  /** Keys that are kept because another install set them too and its value is no longer known. */
  readonly inherited: readonly LockedFile[];
}

/** Removes an install from the desk. */
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
      // A value that another install has replaced does not count as a change by the user.
      const isTheirs = left.history === undefined && own.some((row) => checkRow(left.state, row) === "changed");
      if (isTheirs && file.state === left.state) kept.push(path);
      return left;
    });
  }
  return { kept, inherited };
}

/**
 * The local history and the lockfile must describe the same install. They differ if the project was recreated in the same
 * place, or if the lockfile came with another branch. In that case, the lockfile takes precedence.
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

/** Managed by tack, but neither in the recorded nor in the desired state. */
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

interface Foreign {
  readonly found: FileState;
  readonly without: FileAt;
}

function foreignValues(path: string, { found, without }: Foreign, edits: readonly FileEdit[]): string[] {
  const origin = without.history === undefined ? "not installed by tack" : "from another install";
  // What another install of the same command sets is not there yet, and replacing it loses nothing.
  const there = new Set(replacedIn(found, edits));
  return replacedIn(without.state, edits)
    .filter((pointer) => there.has(pointer))
    .map((pointer) =>
      pointer === WHOLE_FILE
        ? `${path}: already exists, ${origin}`
        : `${path} ${pointer}: has a different value, ${origin}`,
    );
}

const WHOLE_FILE = "";

/** Where a file has another value than the edits set. */
function replacedIn(state: FileState, edits: readonly FileEdit[]): string[] {
  const { bytes } = state;
  if (bytes === undefined) return [];
  return edits.flatMap((edit) => {
    if (edit.kind === "section") return [];
    if (edit.kind === "write") return bytes.equals(edit.content) ? [] : [WHOLE_FILE];
    const document = readText(edit.format, textOf(state));
    return edit.entries
      .filter((entry) => !entry.pointer.endsWith("/-") && findEntry(document, entry) === "other")
      .map(({ pointer }) => pointer);
  });
}
