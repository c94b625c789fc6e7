import { readTranscriptLine, type HarnessId } from "@tackroom/harness";
import { redactedStart } from "../../unsafe-text/index.js";
import {
  behaviorOf,
  look,
  NOTHING_SEEN,
  PENALTIES,
  recordOf,
  seekerOf,
  sightingsOf,
  type Seeker,
  type Sightings,
} from "../core/canaries.js";
import { pieceOf, restOf, type LineRange } from "../core/line-range.js";
import type { Batch } from "../core/plan-batch.js";
import { findReportsOf, type CanaryFinding, type ReportedBehavior, type StoredCanary } from "../stores/canary-store.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

export type SeekDeps = Pick<TelemetryDeps, "db" | "lineLists" | "canariesOf">;

/** Lines of a session that some canaries of its agent have not been looked for in. */
export interface UnsearchedLines {
  readonly session: string;
  readonly canaries: string[];
  readonly from: number;
}

interface Written {
  /** As it was saved last. */
  readonly before: Pick<SessionRow, "agent_id" | "final">;
  /** As it is about to be saved; its lines are stored. */
  readonly session: SessionRow;
  readonly batch: Batch;
}

/** A canary, and what is known of it in one session. */
interface Sought {
  readonly canary: StoredCanary;
  readonly seeker: Seeker;
  readonly reported: ReportedBehavior | undefined;
  seen: Sightings;
}

export interface Searched {
  readonly findings: readonly CanaryFinding[];
  /** Stored lines that are too many to look at while the session is locked. */
  readonly unsearched: UnsearchedLines | null;
}

const NOTHING: Searched = { findings: [], unsearched: null };

/**
 * What the canaries of the session's agent come to with the lines of a batch: reports that are new or have changed, to be
 * saved together with the session. Every line of the batch is looked at, also what was stored before: after an attempt that
 * did not end, nobody knows whether it was.
 */
export async function seekCanaries(deps: SeekDeps, { before, session, batch }: Written): Promise<Searched> {
  if (session.agent_id === null) return NOTHING;
  // Whatever times its lines state: nobody but the agent's files can have told a session about a marker.
  const met = await deps.canariesOf(session.agent_id);
  if (met.length === 0) return NOTHING;
  const sought = await withReports(deps, session, met);
  const firstBefore = sought.map(({ seen }) => seen.first);
  lookAtBatch(session, batch, sought);
  const isNewAgent = before.agent_id !== session.agent_id;
  // A batch that fills a gap: what flags the marker may be stored already.
  const stored = { from: isNewAgent ? 0 : batch.start + batch.lines.length, to: session.highest_line };
  const open = isNewAgent ? sought : sought.filter(({ seen }, at) => seen.first !== firstBefore[at]);
  const isTooLong = open.length > 0 && lengthOf(stored, session) > MAX_LINES_LOCKED;
  if (open.length > 0 && !isTooLong) await lookThrough(deps, session, stored, open);
  // A session that was final already may have ended before the canary was there.
  const ends = session.final && !before.final;
  return {
    findings: sought.flatMap((each) => findingOf(session.id, each, ends)),
    unsearched: isTooLong
      ? { session: session.id, canaries: open.map(({ canary }) => canary.id), from: stored.from }
      : null,
  };
}

/** What some canaries, as far as they are active ones of the session's agent, come to with lines that are stored. */
export async function seekInStored(
  deps: SeekDeps,
  session: SessionRow,
  canaries: readonly string[],
  range: LineRange,
): Promise<readonly CanaryFinding[]> {
  const active = session.agent_id === null ? [] : await deps.canariesOf(session.agent_id);
  const met = active.filter(({ id }) => canaries.includes(id));
  if (met.length === 0) return [];
  const sought = await withReports(deps, session, met);
  await lookThrough(deps, session, range, sought);
  return sought.flatMap((each) => findingOf(session.id, each, false));
}

async function withReports({ db }: SeekDeps, { id }: SessionRow, met: readonly StoredCanary[]): Promise<Sought[]> {
  const ids = met.map((canary) => canary.id);
  const reports = new Map((await findReportsOf(db, id, ids)).map((report) => [report.canary, report]));
  return met.map((canary) => {
    const reported = reports.get(canary.id);
    const seen = reported ? sightingsOf({ line: reported.line, behavior: reported.agent_behavior }) : NOTHING_SEEN;
    return { canary, seeker: seekerOf(canary.needle), reported, seen };
  });
}

function lookAtBatch(session: SessionRow, { start, lines }: Batch, sought: readonly Sought[]): void {
  for (const [at, raw] of lines.entries()) {
    const line = start + at;
    // What was purged stays forgotten, though it may be sent again.
    if (line >= session.purged_below) lookAtLine(session, { line, raw }, sought);
  }
}

/** A line may be a megabyte. */
const LINES_AT_ONCE = 100;
/** As many as a batch may have: writers of the session wait meanwhile. */
const MAX_LINES_LOCKED = 1000;

const lengthOf = ({ from, to }: LineRange, { purged_below }: SessionRow): number =>
  to - Math.max(from, purged_below) + 1;

async function lookThrough(
  { lineLists }: SeekDeps,
  session: SessionRow,
  { from, to }: LineRange,
  sought: readonly Sought[],
): Promise<void> {
  let range: LineRange = { from: Math.max(from, session.purged_below), to: Math.min(to, session.highest_line) };
  while (range.from <= range.to) {
    const piece = pieceOf(range, LINES_AT_ONCE, false);
    range = restOf(range, piece.to, false);
    for (const line of await lineLists.rawLines(session.id, piece, LINES_AT_ONCE)) lookAtLine(session, line, sought);
  }
}

function lookAtLine(
  { harness }: SessionRow,
  { line, raw }: { readonly line: number; readonly raw: string },
  sought: readonly Sought[],
): void {
  const record = recordOf(line, readTranscriptLine(harness as HarnessId, raw).events);
  if (record) for (const each of sought) each.seen = look(each.seen, record, each.seeker);
}

/** Nothing, when the report says it already. */
function findingOf(session: string, { canary, seeker, reported, seen }: Sought, ends: boolean): CanaryFinding[] {
  const behavior = behaviorOf(seen) ?? (ends && !reported ? "ignored" : null);
  if (behavior === null) return [];
  const line = seen.first?.line ?? null;
  if (reported?.agent_behavior === behavior && reported.line === line) return [];
  const text = seen.first?.text ?? null;
  const evidence = text === null ? (reported?.evidence ?? null) : evidenceIn(text, seeker);
  return [{ canary: canary.id, session, agent_behavior: behavior, penalty: PENALTIES[behavior], line, evidence }];
}

const EVIDENCE_LENGTH = 300;

/** What stands around the marker. Redacted before it is cut: half a secret no longer looks like one. */
function evidenceIn(text: string, seeker: Seeker): string {
  const shown = redactedStart(text, text.length);
  const start = Math.max(0, seeker.indexIn(shown) - EVIDENCE_LENGTH / 3);
  return shown.slice(start, start + EVIDENCE_LENGTH).toWellFormed();
}
