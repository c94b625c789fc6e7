import { setImmediate as nextTurn } from "node:timers/promises";
import type { Advance } from "../../ask.js";
import type { Cli } from "../../cli.js";
import { exportSessions, unpackTranscripts, type Exported } from "../../recording/stores/export-sessions.js";
import { listTranscripts, type Transcript } from "../../recording/transcripts.js";

/** How many sessions of a harness were found, and how many were skipped and why. */
export interface HarnessTally {
  readonly harness: string;
  readonly found: number;
  readonly looked_at: number;
  readonly skipped: {
    /** Unchanged since the requested time. */
    readonly older: number;
    readonly empty: number;
    readonly unreadable: number;
  };
  /** Why something could not be read. */
  readonly problem: string | null;
}

export interface FoundSessions {
  readonly transcripts: readonly Transcript[];
  readonly tallies: readonly HarnessTally[];
}

/** The sessions on this machine that have changed since a given time. */
export async function findSessions(
  cli: Cli,
  harnesses: readonly string[],
  since: number,
  advance: Advance,
): Promise<FoundSessions> {
  const transcripts: Transcript[] = [];
  const tallies: HarnessTally[] = [];
  for (const harness of harnesses) {
    // Files and databases are read synchronously: yield here so that the progress bar can be drawn.
    await nextTurn();
    const parts = [
      plainTranscripts(cli, harness, since),
      unpackTranscripts(cli, harness, since),
      exportSessions(cli, harness, since),
    ];
    transcripts.push(...parts.flatMap((part) => part.transcripts));
    tallies.push(tallyOf(harness, parts));
    advance(1);
  }
  return { transcripts, tallies };
}

function plainTranscripts(cli: Cli, harness: string, since: number): Exported {
  const all = listTranscripts(cli, harness);
  const transcripts = all.filter(({ changedAt }) => changedAt >= since);
  return { transcripts, found: all.length, older: all.length - transcripts.length, empty: 0, unreadable: 0 };
}

function tallyOf(harness: string, parts: readonly Exported[]): HarnessTally {
  const sum = (count: (part: Exported) => number): number => parts.reduce((total, part) => total + count(part), 0);
  return {
    harness,
    found: sum(({ found }) => found),
    looked_at: sum(({ transcripts }) => transcripts.length),
    skipped: {
      older: sum(({ older }) => older),
      empty: sum(({ empty }) => empty),
      unreadable: sum(({ unreadable }) => unreadable),
    },
    problem: parts.find(({ problem }) => problem !== undefined)?.problem ?? null,
  };
}

/** "codex: 12 sessions found, 9 checked; skipped: 3 unchanged since 2026-08-13" */
export function describeTally({ harness, found, looked_at, skipped }: HarnessTally, since: number): string {
  const day = new Date(since).toISOString().slice(0, 10);
  const reasons = [
    skipped.older > 0 ? `${skipped.older} unchanged since ${day}` : "",
    skipped.empty > 0 ? `${skipped.empty} empty` : "",
    skipped.unreadable > 0 ? `${skipped.unreadable} unreadable` : "",
  ].filter((reason) => reason !== "");
  const left = reasons.length === 0 ? "" : `; skipped: ${reasons.join(", ")}`;
  return `${harness}: ${found} ${found === 1 ? "session" : "sessions"} found, ${looked_at} checked${left}`;
}
