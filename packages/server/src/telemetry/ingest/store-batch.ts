import type { HarnessId, TranscriptContext } from "@tackroom/harness";
import { ServiceError } from "../../platform/service-error.js";
import { contextAround, withCounted } from "./context-around.js";
import {
  confirmBatch,
  linesToLookUp,
  planBatch,
  type Batch,
  type BatchPlan,
  type Fate,
  type StoredLine,
} from "../core/plan-batch.js";
import { addActivity, type ActivityChange } from "../core/activity.js";
import { addSummaries } from "../core/summary.js";
import { checkpointOf, summaryOf, withCheckpoint, withSummary } from "./session-parts.js";
import { recount } from "./recount.js";
import { settleSession } from "./settle-session.js";
import { readLines, summariseRows, type LineToRead } from "./read-lines.js";
import type { LineRow } from "../stores/line-store.js";
import type { SessionRow } from "../stores/session-store.js";
import type { LockedSession } from "./session-locks.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

export interface StoredBatch {
  /** With its new checkpoint and summary; not saved yet. */
  readonly session: SessionRow;
  readonly activity: ActivityChange;
  readonly ingested: number;
  readonly skipped: number;
  readonly replaced: number;
  readonly errors: number;
  /** How many of the replaced lines had been acknowledged once. */
  readonly superseded: number;
}

/** Makes the lines of a batch durable. Throws `ingest_conflict`, and stores nothing, when it contradicts what is stored. */
export async function storeBatch(
  { lines: store }: Pick<TelemetryDeps, "lines">,
  held: LockedSession,
  harness: HarnessId,
  batch: Batch,
): Promise<StoredBatch> {
  const { revision } = held;
  const { session, unrecorded, activity: settled } = await settleSession(store, held);
  const checkpoint = checkpointOf(session);
  const stored = await storedLines(store, { session, revision }, batch);
  const plan = planBatch(checkpoint, batch, stored);
  if (plan.conflicts.length > 0) throw conflict(session, plan.conflicts);

  const toRead = linesToWrite(batch, plan);
  const before = await contextBefore(store, session, toRead);
  const receivedAt = new Date();
  const { rows, activity, context, parent, credits } = readLines(toRead, before, {
    id: session.id,
    user_id: session.user_id,
    harness,
    revision,
    receivedAt,
  });
  const superseded = linesWith(batch, plan, "replaced").filter((line) => line <= checkpoint.acknowledgedOnce);
  if (superseded.length > 0) await store.supersede(session.id, superseded);
  const moved = linesWith(batch, plan, "moved");
  const ends = moved.map((line) => ({ line, endByte: batch.endBytes?.[line - batch.start] ?? 0 }));
  if (ends.length > 0) await store.moveEnds(session.id, ends, revision);
  await store.append(rows);
  const isTimed = await timeEarlierLines(store, session, rows, revision);

  const after = confirmBatch(checkpoint, batch, stored);
  const fresh = rows.filter(({ line }) => plan.fates[line - batch.start] === "new");
  // Once a line has become another, or has got its time, everything is counted anew.
  const isPlain = fresh.length === rows.length && !isTimed;
  const { summary, ...counted } = isPlain
    ? {
        summary: addSummaries(summaryOf(session), summariseRows(rows)),
        activity: addActivity(settled, activity),
      }
    : await recount(store, session, after);
  return {
    activity: counted.activity,
    session: {
      ...withSummary(withCheckpoint(session, after), summary),
      revision,
      received_at: receivedAt.toISOString(),
      total_credits: creditsAfter(session, credits),
      // Lines that a main session has of its own subagents name the session itself.
      parent_session_id: session.parent_session_id ?? (parent === session.session_id ? null : parent),
      context: contextAfter(session, rows, context),
    },
    ...countFates(plan, fresh),
    superseded: superseded.length + unrecorded,
  };
}

/** The stored lines that the batch meets. Those in the gap that it leaves behind go: nobody was told that they are there. */
async function storedLines(
  store: TelemetryDeps["lines"],
  { session, revision }: Pick<LockedSession, "session" | "revision">,
  batch: Batch,
): Promise<Map<number, StoredLine>> {
  const range = linesToLookUp(checkpointOf(session), batch);
  const found = range ? await store.inRange(session.id, range) : [];
  const isGap = range !== null && range.from > session.highest_line;
  if (isGap && found.length > 0) await store.cutOff(session.id, range, revision);
  return new Map(isGap ? [] : found.map((line) => [line.line, line]));
}

function conflict({ acknowledged_line, acknowledged_offset }: SessionRow, offsets: readonly number[]): ServiceError {
  return new ServiceError(
    "ingest_conflict",
    `${offsets.length === 1 ? "Line" : "Lines"} ${offsets.join(", ")} ${offsets.length === 1 ? "was" : "were"} already acknowledged with different content. Nothing was stored. ` +
      `Continue after line ${acknowledged_line}, or request an audit if the source was rewritten.`,
    { extra: { offsets, acknowledged_line, acknowledged_offset } },
  );
}

function linesToWrite({ start, lines, endBytes }: Batch, { fates }: BatchPlan): LineToRead[] {
  return lines.flatMap((raw, at): LineToRead[] => {
    if (fates[at] !== "new" && fates[at] !== "replaced") return [];
    return [{ line: start + at, raw, endByte: endBytes?.[at] ?? null }];
  });
}

function linesWith({ start }: Batch, { fates }: BatchPlan, wanted: Fate): number[] {
  return fates.flatMap((fate, at) => (fate === wanted ? [start + at] : []));
}

const LINES_AT_ONCE = 4000;

/**
 * Lines that came before any line had told a time get the nearest one that is known now: those below the batch its first,
 * those above it its last. True: there may have been some.
 */
async function timeEarlierLines(
  store: TelemetryDeps["lines"],
  session: SessionRow,
  rows: readonly LineRow[],
  revision: number,
): Promise<boolean> {
  const timed = rows.filter(({ at, received_at }) => at !== received_at);
  const [first, last] = [timed[0], timed.at(-1)];
  if (session.highest_line < 0 || (session.context.timestamp ?? null) !== null || !first || !last) return false;
  for (let from = session.purged_below; from <= session.highest_line; from += LINES_AT_ONCE) {
    const to = Math.min(from + LINES_AT_ONCE - 1, session.highest_line);
    const [below, above] = [
      { from, to: Math.min(to, first.line) },
      { from: Math.max(from, first.line + 1), to },
    ];
    if (below.from <= below.to) await store.giveTime(session.id, below, first.at, revision);
    if (above.from <= above.to) await store.giveTime(session.id, above, last.at, revision);
  }
  return true;
}

/** Lines that go on after the last one continue its context; others get theirs from the lines around them. */
async function contextBefore(
  store: TelemetryDeps["lines"],
  session: SessionRow,
  toRead: readonly LineToRead[],
): Promise<TranscriptContext> {
  const [first] = toRead;
  const last = toRead.at(-1);
  if (!first || !last || first.line > session.highest_line) return session.context;
  const own = new Set(toRead.map(({ line }) => line));
  const around = await contextAround(store, session, [first.line, last.line], (line) => own.has(line));
  // Far from every line with a time, the last known one is still nearer than the receipt.
  return { ...around, timestamp: around.timestamp ?? session.context.timestamp ?? null };
}

/** Credits only grow, whatever the order in which the lines come that tell them. */
function creditsAfter({ total_credits: before }: SessionRow, told: number | null): number | null {
  return told === null || before === null ? (told ?? before) : Math.max(told, before);
}

/** The context that lines after the highest will continue. */
function contextAfter(
  session: SessionRow,
  rows: readonly { readonly line: number }[],
  read: TranscriptContext,
): TranscriptContext {
  const last = rows.at(-1);
  if (!last) return session.context;
  if (last.line >= session.highest_line) return read;
  const timestamp = session.context.timestamp ?? read.timestamp ?? null;
  return { ...withCounted(session.context, read.usage), timestamp };
}

/** Every line of the batch counts in one of the four. */
function countFates({ fates }: BatchPlan, fresh: readonly { readonly outcome: string }[]) {
  const replaced = fates.filter((fate) => fate === "replaced").length;
  const ingested = fresh.filter(({ outcome }) => outcome === "rendered").length;
  const errors = fresh.filter(({ outcome }) => outcome === "unreadable").length;
  return { ingested, replaced, errors, skipped: fates.length - replaced - ingested - errors };
}
