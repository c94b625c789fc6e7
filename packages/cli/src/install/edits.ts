import type { FileFormat } from "@tackroom/harness";
import { putEntry, readText, removeElement, removeMember, type Entry } from "./text/merge-text.js";
import { putSection, removeSection } from "./text/section-text.js";
import { isObject, isSame, partsOf, valueAt } from "./text/values.js";

/** What an install changes in one file. */
export type FileEdit =
  | { readonly kind: "write"; readonly content: Buffer; readonly executable: boolean }
  | { readonly kind: "merge"; readonly format: FileFormat; readonly entries: readonly Entry[] }
  /** A section of a Markdown file between two Tackroom markers. */
  | { readonly kind: "section"; readonly begin: string; readonly end: string; readonly text: string };

/** The state of a file; without bytes when it does not exist. */
export interface FileState {
  readonly bytes: Buffer | undefined;
  readonly mode: number | undefined;
}

export const hasSameBytes = ({ bytes }: FileState, other: FileState): boolean =>
  bytes === undefined || other.bytes === undefined ? bytes === other.bytes : bytes.equals(other.bytes);

/** Only the executable bits are managed. The other permissions belong to the user or to their umask. */
export const isSameState = (one: FileState, other: FileState): boolean =>
  hasSameBytes(one, other) && (one.bytes === undefined || isRunnable(one.mode) === isRunnable(other.mode));

export interface FileChange {
  readonly path: string;
  /** The path was resolved and allowed before: a link created since then must not be followed. */
  readonly isResolved?: boolean;
  readonly before: FileState;
  readonly after: FileState;
}

export const NO_FILE: FileState = { bytes: undefined, mode: undefined };

const BOM = "\uFEFF";
const PLAIN_MODE = 0o644;

/** Throws a TypeError for bytes that are not valid UTF-8, because writing them back would change them. */
const decode = (bytes: Buffer): string => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

/** The file with its text changed. A byte order mark is preserved. */
export function editText(state: FileState, change: (text: string) => string): FileState {
  const text = state.bytes === undefined ? "" : decode(state.bytes);
  const mark = text.startsWith(BOM) ? BOM : "";
  const changed = change(text.slice(mark.length));
  return { bytes: Buffer.from(mark + changed), mode: state.mode ?? PLAIN_MODE };
}

export function textOf({ bytes }: FileState): string {
  const text = bytes === undefined ? "" : decode(bytes);
  return text.startsWith(BOM) ? text.slice(BOM.length) : text;
}

export const applyEdits = (state: FileState, edits: readonly FileEdit[]): FileState => edits.reduce(applyEdit, state);

function applyEdit(state: FileState, edit: FileEdit): FileState {
  if (edit.kind === "write") {
    return { bytes: edit.content, mode: edit.executable ? runnable(state.mode) : (state.mode ?? PLAIN_MODE) };
  }
  if (edit.kind === "section") return editText(state, (text) => putSection(text, edit));
  return editText(state, (text) => edit.entries.reduce((so, entry) => putEntry(edit.format, so, entry), text));
}

/** Makes the file executable for everyone who can read it. */
const runnable = (mode: number = PLAIN_MODE): number => (isRunnable(mode) ? mode : mode | ((mode & 0o444) >> 2));

export const isRunnable = (mode: number | undefined): boolean => ((mode ?? 0) & 0o100) !== 0;

/**
 * Reverts edits in a file that others have changed since: only our entries are removed, and values that they replaced are
 * restored. `without` is the file without the install, as far as it is known.
 */
export function revertEdits(
  state: FileState,
  edits: readonly FileEdit[],
  without: FileState | undefined,
  force: boolean,
): FileState {
  return edits.toReversed().reduce((so, edit) => revertEdit(so, edit, without, force), state);
}

function revertEdit(state: FileState, edit: FileEdit, without: FileState | undefined, force: boolean): FileState {
  if (state.bytes === undefined) return state;
  if (edit.kind === "write") {
    return force || state.bytes.equals(edit.content) ? (without ?? NO_FILE) : state;
  }
  const left =
    edit.kind === "section"
      ? editText(state, (text) => removeSection(text, edit))
      : revertEntries(state, edit, without);
  const wasMade = without !== undefined && without.bytes === undefined;
  return wasMade && saysNothing(left, edit) ? NO_FILE : left;
}

type Merge = Extract<FileEdit, { kind: "merge" }>;

function revertEntries(state: FileState, { format, entries }: Merge, without: FileState | undefined): FileState {
  const known = without && (readText(format, textOf(without)) ?? {});
  return editText(state, (text) =>
    entries.toReversed().reduce((so, entry) => revertEntry(format, so, entry, known), text),
  );
}

/** Whether the text contains neither data nor comments. */
function saysNothing(state: FileState, edit: Merge | Extract<FileEdit, { kind: "section" }>): boolean {
  const text = textOf(state);
  if (edit.kind === "section") return text.trim() === "";
  return isEmpty(readText(edit.format, text) ?? {}) && !/[#/]/.test(text);
}

const isEmpty = (value: unknown): boolean =>
  value === null || (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0);

function revertEntry(format: FileFormat, text: string, { pointer, value }: Entry, known: unknown): string {
  const isElement = pointer.endsWith("/-");
  const path = partsOf(isElement ? pointer.slice(0, -2) : pointer);
  const former = valueAt(known, path);
  if (isElement) {
    if (Array.isArray(former) && former.some((element) => isSame(element, value))) return text;
    const left = removeElement(format, text, path, (element) => isSame(element, value));
    return removeEmpty(format, left, path, known);
  }
  if (former !== undefined) return putEntry(format, text, { pointer, value: former });
  return removeEmpty(format, removeMember(format, text, path), path.slice(0, -1), known);
}

/** Objects and lists that are now empty and would not exist without the install. */
function removeEmpty(format: FileFormat, text: string, path: readonly string[], known: unknown): string {
  if (known === undefined || path.length === 0) return text;
  const present = valueAt(readText(format, text), path);
  if (valueAt(known, path) !== undefined) return text;
  const left = present !== undefined && isEmpty(present) ? removeMember(format, text, path) : text;
  return removeEmpty(format, left, path.slice(0, -1), known);
}
