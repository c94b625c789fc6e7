import type { FileFormat } from "@tackroom/harness";
import { editText, NO_FILE, textOf, type FileEdit, type FileState } from "./edits.js";
import { sha256 } from "./file-history.js";
import type { LockedFile } from "./lock-file.js";
import { readText, removeElement, removeMember } from "./text/merge-text.js";
import { readSection, removeSection } from "./text/section-text.js";
import { canonicalText, partsOf, valueAt } from "./text/values.js";

/** The hash of a value in a shared file, independent of its formatting. */
export const valueDigest = (value: unknown): string => sha256(canonicalText(value));

/** The lockfile rows for edits. */
export const rowsOf = (path: string, edits: readonly FileEdit[]): LockedFile[] =>
  edits.flatMap((edit): LockedFile[] => {
    if (edit.kind === "write") return [{ path, sha256: sha256(edit.content), mode: "owned" }];
    if (edit.kind === "section") return [mergedRow(path, edit.begin, sha256(edit.text))];
    return edit.entries.map(({ pointer, value }) => mergedRow(path, pointer, valueDigest(value)));
  });

const mergedRow = (path: string, key: string, digest: string): LockedFile => ({
  path,
  sha256: digest,
  mode: "merged",
  keys: [key],
});

export const formatOf = (path: string): FileFormat => {
  if (path.endsWith(".toml")) return "toml";
  return /\.ya?ml$/.test(path) ? "yaml" : "jsonc";
};

export type RowStatus = "ok" | "changed" | "missing";

/** Markers are used verbatim; all other keys are JSON pointers. */
const markersOf = (key: string): { begin: string; end: string } | undefined =>
  key.startsWith("/") ? undefined : { begin: key, end: key.replace("tackroom:begin", "tackroom:end") };

/** Whether the file on disk matches the lockfile. */
export function checkRow(state: FileState, row: LockedFile): RowStatus {
  if (state.bytes === undefined) return "missing";
  if (row.mode === "owned") return sha256(state.bytes) === row.sha256 ? "ok" : "changed";
  const statuses = (row.keys ?? []).map((key) => checkKey(state, row, key));
  return statuses.find((status) => status !== "ok") ?? "ok";
}

function checkKey(state: FileState, row: LockedFile, key: string): RowStatus {
  const markers = markersOf(key);
  if (markers) {
    const section = readSection(textOf(state), markers);
    if (section === undefined) return "missing";
    return sha256(section) === row.sha256 ? "ok" : "changed";
  }
  const isElement = key.endsWith("/-");
  const found = valueAt(readText(formatOf(row.path), textOf(state)), partsOf(isElement ? key.slice(0, -2) : key));
  if (isElement) {
    return Array.isArray(found) && found.some((each) => valueDigest(each) === row.sha256) ? "ok" : "missing";
  }
  if (found === undefined) return "missing";
  return valueDigest(found) === row.sha256 ? "ok" : "changed";
}

/**
 * Removes entries based on the lockfile alone, on machines without the history of the install. The lockfile may come from
 * an untrusted repository, so anything that does not match it exactly is left unchanged.
 */
export function revertRow(state: FileState, row: LockedFile): FileState {
  if (state.bytes === undefined || checkRow(state, row) !== "ok") return state;
  if (row.mode === "owned") return NO_FILE;
  return editText(state, (text) => (row.keys ?? []).reduce((so, key) => withoutKey(so, row, key), text));
}

function withoutKey(text: string, row: LockedFile, key: string): string {
  const markers = markersOf(key);
  if (markers) return removeSection(text, markers);
  const format = formatOf(row.path);
  if (!key.endsWith("/-")) return removeMember(format, text, partsOf(key));
  return removeElement(format, text, partsOf(key.slice(0, -2)), (element) => valueDigest(element) === row.sha256);
}
