import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { reasonOf } from "../../errors.js";
import { recordingPlaces } from "../places.js";
import { sha256 } from "../read-lines.js";
import type { Transcript } from "../transcripts.js";
import { amp, cline, copilot } from "./documents.js";
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
import { zed } from "./zed.js";

/** The harnesses whose sessions are in a store that changes in place. */
const STORES: Readonly<Record<string, SessionStore>> = { opencode, goose, zed, cline, amp, copilot };

export const STORED_HARNESSES = Object.keys(STORES);

/** What no store of ours reads, and why. */
export const NOT_COVERED: Readonly<Record<string, string>> = {
  windsurf: "keeps sessions encrypted: only its hooks tell of them",
};

export interface Exported {
  readonly transcripts: readonly Transcript[];
  /** Why there are none, or not all. */
  readonly problem?: string;
}

/** The sessions of a harness as files that only grow, brought up to date. */
export function exportSessions(ground: Ground, harness: string, since: number): Exported {
  const store = STORES[harness];
  if (!store) return { transcripts: [] };
  const transcripts: Transcript[] = [];
  let problem: string | undefined;
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      problem = reasonOf(error);
      return undefined;
    }
  };
  const found = attempt(() => store.sessions(ground)) ?? [];
  for (const stored of found.filter(({ changedAt }) => changedAt >= since)) {
    const path = attempt(() => exportSession(ground, harness, store, stored));
    if (path !== undefined) transcripts.push({ harness, session: stored.session, path, changedAt: stored.changedAt });
  }
  return { transcripts, ...(problem === undefined ? {} : { problem }) };
}

/** Appends what is new or changed since the last time; undefined: there is nothing in it. */
function exportSession(
  ground: Ground,
  harness: string,
  store: SessionStore,
  stored: StoredSession,
): string | undefined {
  const path = exportPath(ground, harness, stored.session);
  const before = textIn(path);
  const known = new Map<string, string>();
  for (const line of before.split("\n")) {
    const record = recordIn(line);
    if (record) known.set(store.idOf(record), line);
  }
  const fresh: string[] = [];
  for (const record of store.records(stored)) {
    const line = JSON.stringify(record);
    const id = store.idOf(record);
    if (known.get(id) === line) continue;
    known.set(id, line);
    fresh.push(line);
  }
  if (fresh.length > 0) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // A line that a crash has torn stays a line of its own.
    const start = before === "" || before.endsWith("\n") ? "" : "\n";
    appendFileSync(path, `${start}${fresh.join("\n")}\n`, { mode: 0o600 });
  }
  return known.size === 0 ? undefined : path;
}

/** A session's id may hold anything. */
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

/** An export that has not grown for long is made again should its session go on: the server then follows the new one. */
export function removeOldExports(ground: Ground, before: number): void {
  const folder = recordingPlaces(ground.home).exports;
  for (const path of namesIn(folder).flatMap((name) =>
    namesIn(join(folder, name)).map((file) => join(folder, name, file)),
  )) {
    if ((changedAtOf(path) ?? before) < before) rmSync(path, { force: true });
  }
}

/** Follows single sessions of stores, and reads again only what has changed. */
export interface Exporter {
  /** The file of a session, brought up to date; undefined: no store that can be read has it. */
  follow(harness: string, session: string): string | undefined;
  /** Whether a file is such a one. */
  isExport(path: string): boolean;
}

export function createExporter(ground: Ground): Exporter {
  const followed = new Map<string, { stored: StoredSession; looked: string; path: string | undefined }>();
  const folder = recordingPlaces(ground.home).exports + sep;
  return {
    isExport: (path) => path.startsWith(folder),
    follow(harness, session) {
      const store = STORES[harness];
      if (!store) return undefined;
      const name = `${harness} ${session}`;
      const before = followed.get(name);
      if (before?.looked === looksOf(before?.stored)) return before?.path;
      try {
        const stored = before?.stored ?? store.sessions(ground).find((each) => each.session === session);
        if (!stored) return undefined;
        const looked = looksOf(stored);
        const path = exportSession(ground, harness, store, stored);
        followed.set(name, { stored, looked, path });
        return path;
      } catch {
        // A store that cannot be read: the events of its hooks are sent instead, and `tack reconcile` says why.
        return before?.path;
      }
    },
  };
}

/** A database that is being written to grows beside itself first. */
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
