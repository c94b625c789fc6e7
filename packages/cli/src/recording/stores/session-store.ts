import { readdirSync, statSync } from "node:fs";
import type { Machine } from "../../cli.js";

export type Ground = Pick<Machine, "env" | "home" | "platform">;

export type Fields = Readonly<Record<string, unknown>>;

/** A file of a session, with the IDs that its path contains. */
export interface SessionFile {
  readonly path: string;
  readonly session: string | undefined;
  readonly parent: string | undefined;
}

/** A session in a store that changes in place: a database, or a document that is rewritten. */
export interface StoredSession {
  readonly session: string;
  readonly changedAt: number;
  /** The file that contains it. */
  readonly source: string;
}

/** How sessions of one format are read, and how they become records that `packages/harness` reads as lines. */
export interface SessionStore {
  /** Reads existing files. Throws `Unreadable` when they cannot be read. */
  sessions(files: readonly SessionFile[]): StoredSession[];
  /**
   * The records of several sessions from one file, by session, each in chronological order. Sessions that no longer exist are
   * omitted.
   */
  records(source: string, sessions: readonly StoredSession[]): ReadonlyMap<string, readonly Fields[]>;
  /** The part of a record that stays the same when it changes. */
  idOf(record: Fields): string;
}

/** The records of a store with one session per file. */
export const oneByOne =
  (read: (stored: StoredSession) => readonly Fields[]): SessionStore["records"] =>
  (_source, sessions) =>
    new Map(sessions.map((stored) => [stored.session, read(stored)]));

/** Groups rows by the text of a column. */
export function groupedBy(rows: readonly Fields[], column: string): ReadonlyMap<string, readonly Fields[]> {
  const groups = new Map<string, Fields[]>();
  for (const row of rows) {
    const name = String(row[column]);
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return groups;
}

/** Why an existing store cannot be read. */
export class Unreadable extends Error {}

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const picked = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => fields[name] != null).map((name) => [name, fields[name]]));

export function changedAtOf(path: string): number | undefined {
  try {
    const found = statSync(path);
    return found.isFile() ? found.mtimeMs : undefined;
  } catch {
    return undefined;
  }
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
