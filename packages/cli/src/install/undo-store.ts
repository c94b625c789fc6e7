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

interface StoredState {
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
      before: { base64: before.bytes?.toString("base64"), mode: before.mode },
      layers: layers.map(({ owner, edits }) => ({ owner, edits: edits.map(storedEdit) })),
    })),
  };
  return `${JSON.stringify(stored)}\n`;
}

const storedEdit = (edit: FileEdit): StoredEdit =>
  edit.kind === "write"
    ? { kind: "write", base64: edit.content.toString("base64"), executable: edit.executable }
    : edit;

export function readHistory(machine: Home, path: string): FileHistory | undefined {
  const stored = readJson(historyPath(machine, path)) as StoredHistory | undefined;
  if (stored?.path !== path) return undefined;
  return {
    sha256: stored.sha256,
    generations: stored.generations.map(({ before, layers }) => ({
      before: stateOf(before),
      layers: layers.map(({ owner, edits }) => ({ owner, edits: edits.map(editOf) })),
    })),
  };
}

const stateOf = ({ base64, mode }: StoredState): FileState => ({
  bytes: base64 === undefined ? undefined : Buffer.from(base64, "base64"),
  mode,
});

const editOf = (edit: StoredEdit): FileEdit =>
  edit.kind === "write"
    ? { kind: "write", content: Buffer.from(edit.base64, "base64"), executable: edit.executable }
    : edit;

export const readFolders = (machine: Home): string[] => (readJson(foldersPath(machine)) as string[] | undefined) ?? [];

/** Unreadable data is treated as missing: then only the lockfile says what belongs to tack. */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isAbsent || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
