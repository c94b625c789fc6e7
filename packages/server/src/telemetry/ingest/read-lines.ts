import {
  readInContext,
  readTranscriptLine,
  type HarnessId,
  type LineReading,
  type TranscriptContext,
} from "@tackroom/harness";
import { SECRET_RULES_VERSION } from "@tackroom/harness/secrets";
import { redactedJson, redactedStart } from "../../unsafe-text/index.js";
import { countActivity, type CountedActivity } from "../core/activity.js";
import { keepEvents, type KeptEvents } from "../core/show-events.js";
import { lineNamer, sessionNames, type NameLine } from "../core/session-names.js";
import { sumUsage, type Summary, type UsageEntry } from "../core/summary.js";
import type { LineRow, UsageColumns } from "../stores/line-store.js";
import type { SessionRow } from "../stores/session-store.js";

/** A line that is to be stored, with its place. */
export interface LineToRead {
  readonly line: number;
  readonly raw: string;
  readonly endByte: number | null;
}

export interface ReadLines {
  readonly rows: readonly LineRow[];
  /** What the rows come to, minute by minute. */
  readonly activity: CountedActivity;
  readonly context: TranscriptContext;
  /** The first session that a line names as the parent of this one. */
  readonly parent: string | null;
  /** What the session has cost so far, as the last line that tells it says. */
  readonly credits: number | null;
}

/** Whose rows they become. */
export type RowsOf = Pick<SessionRow, "id" | "user_id"> & {
  readonly harness: HarnessId;
  readonly revision: number;
  readonly receivedAt: Date;
};

export const REDACTION = { text: redactedStart, json: redactedJson };

/** Clocks differ a little; what claims to be from tomorrow would be the newest for as long as that. */
const MAX_CLOCK_SKEW_MS = 60 * 60 * 1000;

/**
 * Reads lines with what the ones before them tell. A line without a time takes that of the line before it, or of the next
 * one that has a time. The time of receipt stands in only while no line of the session has told a time.
 */
export function readLines(lines: readonly LineToRead[], before: TranscriptContext, of: RowsOf): ReadLines {
  let context = before;
  const latest = new Date(of.receivedAt.getTime() + MAX_CLOCK_SKEW_MS).toISOString();
  const readings = lines.map((line): LineReading => {
    const said = believable(readTranscriptLine(of.harness, line.raw), latest);
    const read = readInContext(said, context, line.line);
    context = read.context;
    return read.reading;
  });
  const receivedAt = of.receivedAt.toISOString();
  const firstTime = readings.find(({ timestamp }) => timestamp !== null)?.timestamp ?? receivedAt;
  const shared: Shared = { of, receivedAt, firstTime, nameLine: lineNamer(redactedStart) };
  const read = readings.map((reading, at) => {
    const kept = keepEvents(reading, REDACTION);
    return [rowOf(lines[at] as LineToRead, reading, { ...shared, kept }), kept.events] as const;
  });
  return {
    rows: read.map(([row]) => row),
    activity: countActivity(read),
    context,
    parent: readings.find(({ parentSessionId }) => parentSessionId !== null)?.parentSessionId ?? null,
    credits: readings.findLast(({ totalCredits }) => totalCredits !== null)?.totalCredits ?? null,
  };
}

/** What all lines of a batch have in common. */
interface Shared {
  readonly of: RowsOf;
  readonly receivedAt: string;
  /** Of the first line that tells one; lines before it have no nearer one. */
  readonly firstTime: string;
  readonly nameLine: NameLine;
}

/** Without times that are further ahead than clocks differ. */
function believable(reading: LineReading, latest: string): LineReading {
  const isAhead = (time: string | null): boolean => time !== null && time > latest;
  if (!isAhead(reading.timestamp) && reading.events.every(({ timestamp }) => !isAhead(timestamp))) return reading;
  return {
    ...reading,
    timestamp: isAhead(reading.timestamp) ? null : reading.timestamp,
    events: reading.events.map((event) => (isAhead(event.timestamp) ? { ...event, timestamp: null } : event)),
  };
}

function rowOf(
  { line, raw, endByte }: LineToRead,
  reading: LineReading,
  { of, receivedAt, firstTime, nameLine, kept }: Shared & { readonly kept: KeptEvents },
): LineRow {
  const { events, usage, model, outcome, lineType, known, names, timestamp } = reading;
  const used = usage ?? NO_USAGE;
  // Without spreads, which cost more here than everything else that is done for a row.
  return {
    session: of.id,
    line,
    revision: of.revision,
    user_id: of.user_id,
    harness: of.harness,
    received_at: receivedAt,
    at: timestamp ?? firstTime,
    end_byte: endByte,
    raw,
    outcome,
    line_type: lineType,
    known: known ? 1 : 0,
    shown: events.length === 0 ? "" : JSON.stringify(kept.events),
    texts: kept.texts,
    kinds: events.map(({ kind }) => kind),
    tool_calls: events.filter(({ kind }) => kind === "tool_call").length,
    tool_failures: events.filter(({ kind, isError }) => kind === "tool_result" && isError).length,
    model: usage?.model ?? model ?? "",
    usage_key: used.key,
    input: used.input,
    output: used.output,
    cache_read: used.cacheRead,
    cache_write: used.cacheWrite,
    cache_write_1h: used.cache_write_1h_tokens,
    cost_usd: used.costUsd,
    names: nameLine(names, promptIn(kept)),
    redaction: SECRET_RULES_VERSION,
  };
}

/** What a user typed, as it is kept. */
export function promptIn({ events, texts }: KeptEvents): string | null {
  const place = events.find(({ kind, text }) => kind === "user" && text !== null)?.text ?? null;
  return place === null ? null : (texts[place] ?? null);
}

const NO_USAGE = {
  key: "",
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cache_write_1h_tokens: 0,
  costUsd: null,
};

/** The same figures that the analytical store counts from the rows when it counts them all. */
export function summariseRows(rows: readonly LineRow[]): Summary {
  const sum = (pick: (row: LineRow) => number): number => rows.reduce((total, row) => total + pick(row), 0);
  const ofKind = (wanted: string): number => sum(({ kinds }) => kinds.filter((kind) => kind === wanted).length);
  const times = rows.map(({ at }) => at).toSorted();
  return {
    lineCount: rows.length,
    events: sum(({ kinds }) => kinds.length),
    prompts: ofKind("user"),
    toolCalls: sum(({ tool_calls }) => tool_calls),
    toolFailures: sum(({ tool_failures }) => tool_failures),
    errorEvents: ofKind("error"),
    unreadableLines: rows.filter(({ outcome }) => outcome === "unreadable").length,
    usageOnlyLines: rows.filter(({ usage_key, kinds }) => usage_key !== "" && kinds.length === 0).length,
    usage: sumUsage(rows.filter(({ usage_key }) => usage_key !== "").map(usageEntry)),
    models: [...new Set(rows.map(({ model }) => model))].filter((model) => model !== ""),
    startedAt: times[0] ?? null,
    lastEventAt: times.at(-1) ?? null,
    names: sessionNames(rows),
  };
}

/** The tokens of a line, or of several that were added up. */
export const usageEntry = (row: UsageColumns): UsageEntry => ({
  model: row.model,
  input: row.input,
  output: row.output,
  cacheRead: row.cache_read,
  cacheWrite: row.cache_write,
  cacheWrite1h: row.cache_write_1h,
  statedCostUsd: row.cost_usd,
});
