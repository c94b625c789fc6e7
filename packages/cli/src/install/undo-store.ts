import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "../cli.js";
import { tackDirectory } from "../tack-directory.js";
import type { FileEdit, FileState } from "./edits.js";
import { sha256, type FileHistory } from "./file-history.js";

type Home = Pick<Machine, "home">;

/** Stored next to the lockfile and not in it, because it belongs to one machine and may contain private data. */
export const historyPath = (machine: Home, path: string): string =>
  join(tackDirectory(machine), "undo", `${sha256(path).slice(0, 32)}.json`);

/** Folders created by tack, which are removed when they are empty. */
export const foldersPath = (machine: Home): string => join(tackDirectory(machine), "undo", "folders.json");

export interface StoredState {
  readonly base64?: string | undefined;
  readonly mode?: number | undefined;
}
type StoredEdit =
  | { readonly kind: "write"; readonly base64: string; readonly executable: boolean }
  | Exclude<FileEdit, { kind: "write" }>;

interface StoredHistory {
  readonly path: string;
  readonly sha256: string;
  readonly generations: readonly {
    readonly before: StoredState;
    readonly layers: readonly { readonly owner: string; readonly edits: readonly StoredEdit[] }[];
  }[];
}

export function historyText(path: string, history: FileHistory): string {
  const stored: StoredHistory = {
    path,
    sha256: history.sha256,
    generations: history.generations.map(({ before, layers }) => ({
      before: storedState(before),
      layers: layers.map(({ owner, edits }) => ({ owner, edits: edits.map(storedEdit) })),
    })),
  };
  return `${JSON.stringify(stored)}\n`;
}

const storedEdit = (edit: FileEdit): StoredEdit =>
  edit.kind === "write"
    ? { kind: "write", base64: edit.content.toString("base64"), executable: edit.executable }
    : edit;

export const readHistory = (machine: Home, path: string): FileHistory | undefined =>
  historyIn(textAt(historyPath(machine, path)), path);

/** The history of a file, if the text is that. */
export function historyIn(text: string | undefined, path: string): FileHistory | undefined {
  const stored = parsed(text) as StoredHistory | undefined;
  if (stored?.path !== path) return undefined;
  return {
    sha256: stored.sha256,
    generations: stored.generations.map(({ before, layers }) => ({
      before: stateOf(before),
      layers: layers.map(({ owner, edits }) => ({ owner, edits: edits.map(editOf) })),
    })),
  };
}

export const storedState = ({ bytes, mode }: FileState): StoredState => ({ base64: bytes?.toString("base64"), mode });

export const stateOf = ({ base64, mode }: StoredState): FileState => ({
  bytes: base64 === undefined ? undefined : Buffer.from(base64, "base64"),
  mode,
});

const editOf = (edit: StoredEdit): FileEdit =>
  edit.kind === "write"
    ? { kind: "write", content: Buffer.from(edit.base64, "base64"), executable: edit.executable }
    : edit;

export const readFolders = (machine: Home): string[] => (readJson(foldersPath(machine)) as string[] | undefined) ?? [];

export const readJson = (path: string): unknown => parsed(textAt(path));

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Unreadable data is treated as missing: then only the lockfile says what belongs to tack. */
function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
