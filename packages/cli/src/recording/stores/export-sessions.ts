import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { findHarness, HARNESSES, type StoreFormat } from "@tackroom/harness";
import { reasonOf } from "../../errors.js";
import { writeFileAtomically } from "../../write-file.js";
import { recordingPlaces } from "../places.js";
import { sha256 } from "../read-lines.js";
import { sessionFiles } from "../session-files.js";
import { keptSessions, listPackedTranscripts, type Transcript } from "../transcripts.js";
import { cline } from "./cline.js";
import { amp, copilot, gemini } from "./documents.js";
import { goose } from "./goose.js";
import { opencode } from "./opencode.js";
import {
  changedAtOf,
  namesIn,
  type Fields,
  type Ground,
  type SessionStore,
  type StoredSession,
} from "./session-store.js";
import { unpackZstd } from "./unpack-zstd.js";
import { zed } from "./zed.js";

const READERS: Readonly<Record<StoreFormat, SessionStore>> = {
  "opencode-database": opencode,
  "goose-database": goose,
  "zed-database": zed,
  "cline-tasks": cline,
  "amp-threads": amp,
  "vs-code-chats": copilot,
  "gemini-chats": gemini,
};

/** The store of a harness that keeps its sessions in one that changes in place. */
function storeOf(
  id: string,
): (Omit<SessionStore, "sessions"> & { sessions(ground: Ground): StoredSession[] }) | undefined {
  const harness = findHarness(id);
  const kept = keptSessions(harness)?.store;
  if (!harness || !kept) return undefined;
  const reader = READERS[kept.format];
  return {
    ...reader,
    sessions(ground) {
      const named = kept.variable === undefined ? undefined : ground.env[kept.variable];
      const files = named
        ? [{ path: named, session: undefined, parent: undefined }]
        : sessionFiles(ground, harness, kept.files);
      return reader.sessions(files.filter(({ path }) => changedAtOf(path) !== undefined));
    },
  };
}

export const STORED_HARNESSES = Object.keys(HARNESSES).filter((id) => storeOf(id) !== undefined);

/** Harnesses whose store cannot be read, and why. */
export const NOT_COVERED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(HARNESSES).flatMap(({ id, sessions }) => ("unread" in sessions ? [[id, sessions.unread]] : [])),
);

export interface Exported {
  readonly transcripts: readonly Transcript[];
  /** The number of sessions in the store. */
  readonly found: number;
  /** Sessions unchanged since the given time. */
  readonly older: number;
  /** Empty sessions. */
  readonly empty: number;
  /** Sessions that could not be read. */
  readonly unreadable: number;
  /** Why there are none, or not all. */
  readonly problem?: string;
}

/** The number of sessions read from a database at once: few queries, but limited memory. */
const SESSIONS_AT_ONCE = 50;

/** The sessions of a harness as up-to-date, append-only files. */
export function exportSessions(ground: Ground, harness: string, since: number): Exported {
  const store = storeOf(harness);
  const transcripts: Transcript[] = [];
  let problem: string | undefined;
  let unreadable = 0;
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      problem = reasonOf(error);
      return undefined;
    }
  };
  const all = (store && attempt(() => store.sessions(ground))) ?? [];
  const wanted = all.filter(({ changedAt }) => changedAt >= since);
  for (const { source, sessions } of inPieces(wanted)) {
    const records = store && attempt(() => store.records(source, sessions));
    if (!records) unreadable += sessions.length;
    for (const { session, changedAt } of records ? sessions : []) {
      const path = attempt(() => exportSession(ground, harness, { session, records: records?.get(session) ?? [] }));
      if (path !== undefined) transcripts.push({ harness, session, path, changedAt });
    }
  }
  return {
    transcripts,
    found: all.length,
    older: all.length - wanted.length,
    empty: wanted.length - transcripts.length - unreadable,
    unreadable,
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Compressed transcripts as files with exactly the same lines. They no longer change, so each is decompressed once. */
export function unpackTranscripts(ground: Ground, harness: string, since: number): Exported {
  const all = listPackedTranscripts(ground, harness);
  const wanted = all.filter(({ changedAt }) => changedAt >= since);
  let problem: string | undefined;
  const transcripts = wanted.flatMap((packed): Transcript[] => {
    const path = exportPath(ground, harness, `${packed.session} ${packed.changedAt}`);
    try {
      if (changedAtOf(path) === undefined) {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        writeFileAtomically(path, unpackZstd(readFileSync(packed.path)), 0o600);
      }
      return [{ ...packed, path }];
    } catch (error) {
      problem = `has ${packed.path}, which cannot be unpacked (${reasonOf(error)})`;
      return [];
    }
  });
  return {
    transcripts,
    found: all.length,
    older: all.length - wanted.length,
    empty: 0,
    unreadable: wanted.length - transcripts.length,
    ...(problem === undefined ? {} : { problem }),
  };
}

interface Piece {
  readonly source: string;
  readonly sessions: readonly StoredSession[];
}

function inPieces(sessions: readonly StoredSession[]): Piece[] {
  const sources = [...new Set(sessions.map(({ source }) => source))];
  return sources.flatMap((source) => {
    const within = sessions.filter((each) => each.source === source);
    const starts = Array.from(
      { length: Math.ceil(within.length / SESSIONS_AT_ONCE) },
      (_, at) => at * SESSIONS_AT_ONCE,
    );
    return starts.map((start) => ({ source, sessions: within.slice(start, start + SESSIONS_AT_ONCE) }));
  });
}

interface SessionRecords {
  readonly session: string;
  readonly records: readonly Fields[];
}

/** Appends new and changed records. Undefined: the session is empty. */
function exportSession(ground: Ground, harness: string, { session, records }: SessionRecords): string | undefined {
  const store = storeOf(harness);
  if (!store) return undefined;
  const path = exportPath(ground, harness, session);
  const before = textIn(path);
  const known = new Map<string, string>();
  for (const line of before.split("\n")) {
    const record = recordIn(line);
    if (record) known.set(store.idOf(record), line);
  }
  const fresh: string[] = [];
  for (const record of records) {
    const line = JSON.stringify(record);
    const id = store.idOf(record);
    if (known.get(id) === line) continue;
    known.set(id, line);
    fresh.push(line);
  }
  if (fresh.length > 0) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // A line torn by a crash remains a separate line.
    const start = before === "" || before.endsWith("\n") ? "" : "\n";
    appendFileSync(path, `${start}${fresh.join("\n")}\n`, { mode: 0o600 });
  }
  return known.size === 0 ? undefined : path;
}

/** A session ID may contain any characters. */
const exportPath = ({ home }: Ground, harness: string, session: string): string =>
  join(recordingPlaces(home).exports, harness, `${sha256(session).slice(0, 32)}.jsonl`);

function textIn(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

function recordIn(line: string): Fields | undefined {
  try {
    return line === "" ? undefined : (JSON.parse(line) as Fields);
  } catch {
    return undefined;
  }
}

/** An export that has not grown for a long time is recreated if its session continues; the server then follows the new one. */
export function removeOldExports(ground: Ground, before: number): void {
  const folder = recordingPlaces(ground.home).exports;
  for (const path of namesIn(folder).flatMap((name) =>
    namesIn(join(folder, name)).map((file) => join(folder, name, file)),
  )) {
    if ((changedAtOf(path) ?? before) < before) rmSync(path, { force: true });
  }
}

/** Follows individual sessions of stores, and reads only what has changed. */
export interface Exporter {
  /** The up-to-date file of a session; undefined: no readable store contains it. */
  follow(harness: string, session: string): string | undefined;
  /** Whether a file is such an export. */
  isExport(path: string): boolean;
}

export function createExporter(ground: Ground): Exporter {
  const followed = new Map<string, { stored: StoredSession; looked: string; path: string | undefined }>();
  const folder = recordingPlaces(ground.home).exports + sep;
  return {
    isExport: (path) => path.startsWith(folder),
    follow(harness, session) {
      const store = storeOf(harness);
      if (!store) return undefined;
      const name = `${harness} ${session}`;
      const before = followed.get(name);
      if (before?.looked === looksOf(before?.stored)) return before?.path;
      try {
        const stored = before?.stored ?? store.sessions(ground).find((each) => each.session === session);
        if (!stored) return undefined;
        const looked = looksOf(stored);
        const records = store.records(stored.source, [stored]).get(session) ?? [];
        const path = exportSession(ground, harness, { session, records });
        followed.set(name, { stored, looked, path });
        return path;
      } catch {
        // The store cannot be read: its hook events are sent instead, and `tack reconcile` reports why.
        return before?.path;
      }
    },
  };
}

/** SQLite writes to a file next to the database first. */
const looksOf = (stored: StoredSession | undefined): string =>
  stored === undefined ? "" : [stored.source, `${stored.source}-wal`].map(sizeAndTime).join(" ");

function sizeAndTime(path: string): string {
  try {
    const { size, mtimeMs } = statSync(path);
    return `${size}:${mtimeMs}`;
  } catch {
    return "";
  }
}
