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
  /** In the order in which they came about. */
  records(stored: StoredSession): Fields[];
  /** What stays the same when a record is changed. */
  idOf(record: Fields): string;
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
