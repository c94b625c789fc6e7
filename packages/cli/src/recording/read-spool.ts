import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Destination } from "./destination.js";
import { sameServer } from "./destination-now.js";
import { ENTRY_ENDING, type RecordingPlaces } from "./places.js";

/** An event written by a hook. */
export interface SpoolEntry {
  readonly path: string;
  readonly recordedAt: number;
  /** Undefined: the entry has no destination, so it belongs to no account. */
  readonly destination: Destination | undefined;
  readonly harness: string;
  /** The event name passed to the hook, for payloads without one. */
  readonly event: string;
  readonly project: string;
  readonly agent: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export function listSpool({ spool }: RecordingPlaces): string[] {
  try {
    return readdirSync(spool)
      .filter((name) => name.endsWith(ENTRY_ENDING))
      .map((name) => join(spool, name));
  } catch {
    return [];
  }
}

/** Oldest first. Entries that have disappeared meanwhile are skipped. */
export function readSpool(
  places: RecordingPlaces,
  { isDue = () => true, unreadable }: ReadSpoolOptions = {},
): SpoolEntry[] {
  return listSpool(places)
    .filter(isDue)
    .flatMap((path) => {
      try {
        return [parseEntry(path, statSync(path).mtimeMs, readFileSync(path))];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") unreadable?.(path, error);
        return [];
      }
    })
    .toSorted((a, b) => a.recordedAt - b.recordedAt);
}

interface ReadSpoolOptions {
  readonly isDue?: (path: string) => boolean;
  readonly unreadable?: (path: string, error: unknown) => void;
}

export function removeEntry({ path }: Pick<SpoolEntry, "path">): void {
  rmSync(path, { force: true });
  rmSync(reasonFile(path), { force: true });
}

const REASON_ENDING = ".why";
const reasonFile = (path: string): string => `${path}${REASON_ENDING}`;

/** Keeps beside an entry why it could not be recorded, for `tack doctor`. */
export function keepReason(path: string, reason: string): void {
  try {
    writeFileSync(reasonFile(path), reason, { mode: 0o600 });
  } catch {
    // On a full disk, nothing can be kept. Then the entry is only counted.
  }
}

/** The entries that could not be recorded, with the reason. */
export function unrecorded(places: RecordingPlaces): { readonly path: string; readonly reason: string }[] {
  return listSpool(places).flatMap((path) => {
    try {
      return [{ path, reason: readFileSync(reasonFile(path), "utf8") }];
    } catch {
      // It was not tried yet.
      return [];
    }
  });
}

/** Deletes the partial entries of hooks that were killed while writing. */
export function removeTornEntries({ spool }: RecordingPlaces, olderThan: number): void {
  try {
    for (const name of readdirSync(spool)) {
      const path = join(spool, name);
      if (name.endsWith(".tmp") && statSync(path).mtimeMs < olderThan) rmSync(path, { force: true });
    }
  } catch {
    // It does not exist yet, or another process was faster.
  }
}

function parseEntry(path: string, recordedAt: number, bytes: Buffer): SpoolEntry {
  const end = bytes.indexOf("\n\n");
  const head = bytes.subarray(0, end === -1 ? bytes.length : end).toString();
  const members = new Map<string, string>();
  for (const line of head.split("\n")) {
    const space = line.indexOf(" ");
    const name = space === -1 ? line : line.slice(0, space);
    // The first value counts: a variable that contains a newline must not override the lines above.
    if (!members.has(name)) members.set(name, space === -1 ? "" : line.slice(space + 1));
  }
  const of = (name: string): string => members.get(name) ?? "";
  return {
    path,
    recordedAt,
    destination: destinationOf(unquoted(of("server")), unquoted(of("user")), of("env-server")),
    harness: of("harness"),
    event: of("event"),
    project: of("project"),
    agent: of("agent"),
    payload: end === -1 ? {} : objectOf(bytes.subarray(end + 2).toString()),
  };
}

/** The shell copies a config.json member verbatim, with quotes and a trailing comma. */
function unquoted(text: string): string {
  const quotedText = /^(".*")\s*,?\s*$/.exec(text.trim())?.[1];
  if (quotedText === undefined) return text.trim();
  try {
    return String(JSON.parse(quotedText));
  } catch {
    return "";
  }
}

/** Saved credentials belong only to the saved server: for another server the account is unknown. */
function destinationOf(saved: string, user: string, variable: string): Destination | undefined {
  const server = sameServer(saved);
  if (server === "" || user === "") return undefined;
  return variable !== "" && sameServer(variable) !== server ? undefined : { server, user };
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : {};
  } catch {
    return {};
  }
}
