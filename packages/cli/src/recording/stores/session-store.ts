import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "../../cli.js";

export type Ground = Pick<Machine, "env" | "home" | "platform">;

export type Fields = Readonly<Record<string, unknown>>;

/** A session in a store that its harness changes in place: a database, or a document that is written anew. */
export interface StoredSession {
  readonly session: string;
  readonly changedAt: number;
  /** The file that it is in. */
  readonly source: string;
}

/** How a harness keeps its sessions, and how they become records that `packages/harness` reads as lines. */
export interface SessionStore {
  /** Throws `Unreadable` when there is a store, but nothing here can read it. */
  sessions(ground: Ground): StoredSession[];
  /**
   * Of several sessions that are in one file, by session; each in the order in which its records came about. A session
   * that is gone by then is left out.
   */
  records(source: string, sessions: readonly StoredSession[]): ReadonlyMap<string, readonly Fields[]>;
  /** What stays the same when a record is changed. */
  idOf(record: Fields): string;
}

/** The records of a store that has one session in each file. */
export const oneByOne =
  (read: (stored: StoredSession) => readonly Fields[]): SessionStore["records"] =>
  (_source, sessions) =>
    new Map(sessions.map((stored) => [stored.session, read(stored)]));

/** Rows by the text of one of their columns. */
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

/** Why a store that is there cannot be read. */
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

/** The folder where Linux programs keep data; macOS and Windows have others. */
export function dataFolder({ env, home, platform }: Ground): string {
  if (platform === "darwin") return join(home, "Library", "Application Support");
  if (platform === "win32") return env["LOCALAPPDATA"] || join(home, "AppData", "Local");
  return env["XDG_DATA_HOME"] || join(home, ".local", "share");
}

/** Programs that use this folder on macOS too. */
export const xdgDataFolder = ({ env, home }: Ground): string => env["XDG_DATA_HOME"] || join(home, ".local", "share");
