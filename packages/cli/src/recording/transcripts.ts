import { closeSync, openSync, readSync } from "node:fs";
import { findHarness, HARNESSES, type Harness, type KeptSessions, type SessionFiles } from "@tackroom/harness";
import { sessionFiles } from "./session-files.js";
import { changedAtOf, isFields, type Ground } from "./stores/session-store.js";

/** A session that a harness stores as a file of lines. */
export interface Transcript {
  readonly harness: string;
  readonly session: string;
  readonly path: string;
  readonly changedAt: number;
  /** The parent session. */
  readonly parent?: string;
}

/** Where a harness keeps its sessions, unless nothing of ours can read them. */
export function keptSessions(harness: Harness | undefined): KeptSessions | undefined {
  return harness === undefined || "unread" in harness.sessions ? undefined : harness.sessions;
}

export const LINE_FILE_HARNESSES = Object.values(HARNESSES)
  .filter((harness) => (keptSessions(harness)?.lines.length ?? 0) > 0)
  .map(({ id }) => id);

export function listTranscripts(ground: Ground, harness: string): Transcript[] {
  return transcriptsIn(ground, harness, (sessions) => sessions.lines);
}

/** Compressed transcripts, except those that also exist uncompressed. */
export function listPackedTranscripts(ground: Ground, harness: string): Transcript[] {
  const packed = transcriptsIn(ground, harness, (sessions) => sessions.packed ?? []);
  if (packed.length === 0) return packed;
  const plain = new Set(listTranscripts(ground, harness).map(({ session }) => session));
  return packed.filter(({ session }) => !plain.has(session));
}

function transcriptsIn(
  ground: Ground,
  id: string,
  placesOf: (sessions: KeptSessions) => readonly SessionFiles[],
): Transcript[] {
  const harness = findHarness(id);
  const sessions = keptSessions(harness);
  if (!harness || !sessions) return [];
  return sessionFiles(ground, harness, placesOf(sessions)).flatMap(({ path, parent, ...named }) => {
    const { sessionMember } = sessions;
    const session = (sessionMember && textIn(firstLineOf(path), sessionMember)) ?? named.session;
    const changedAt = changedAtOf(path);
    if (session === undefined || changedAt === undefined) return [];
    return [{ harness: id, session, path, changedAt, ...(parent === undefined ? {} : { parent }) }];
  });
}

/** The transcript of a session whose event did not name it; the newest if there are several. */
export function findTranscript(ground: Ground, harness: string, session: string): Transcript | undefined {
  return listTranscripts(ground, harness)
    .filter((transcript) => transcript.session === session)
    .toSorted((a, b) => b.changedAt - a.changedAt)[0];
}

function textIn(line: string, member: string): string | undefined {
  try {
    const record = JSON.parse(line) as unknown;
    const value = isFields(record) ? record[member] : undefined;
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

const HEADER_BYTES = 64 * 1024;

function firstLineOf(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(HEADER_BYTES);
      const read = readSync(file, bytes, 0, HEADER_BYTES, 0);
      return bytes.toString("utf8", 0, read).split("\n")[0] ?? "";
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
