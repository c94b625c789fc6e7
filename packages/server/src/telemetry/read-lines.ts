import {
  readInContext,
  readTranscriptLine,
  type HarnessId,
  type LineReading,
  type TranscriptContext,
} from "@tackroom/harness";
import { redactedStart } from "../registry/index.js";
import { keepEvents } from "./core/show-events.js";
import { sumByModel, type Summary } from "./core/summary.js";
import type { LineRow } from "./line-store.js";
import type { SessionRow } from "./session-store.js";

/** A line that is to be stored, with its place. */
export interface LineToRead {
  readonly line: number;
  readonly raw: string;
  readonly endByte: number | null;
}

export interface ReadLines {
  readonly rows: readonly LineRow[];
  readonly context: TranscriptContext;
}

/** Whose rows they become. */
export type RowsOf = Pick<SessionRow, "id" | "user_id"> & {
  readonly harness: HarnessId;
  readonly revision: number;
  readonly receivedAt: Date;
};

/** Clocks differ a little; what claims to be from tomorrow would be the newest for as long as that. */
const MOST_AHEAD_MS = 60 * 60 * 1000;

/** Reads lines with what the ones before them tell. */
export function readLines(lines: readonly LineToRead[], before: TranscriptContext, of: RowsOf): ReadLines {
  let context = before;
  const times: Times = {
    receivedAt: of.receivedAt.toISOString(),
    latest: new Date(of.receivedAt.getTime() + MOST_AHEAD_MS).toISOString(),
  };
  const rows = lines.map((line): LineRow => {
    const read = readInContext(readTranscriptLine(of.harness, line.raw), context, line.line);
    context = read.context;
    return rowOf(line, read.reading, of, times);
  });
  return { rows, context };
}

interface Times {
  readonly receivedAt: string;
  /** Beyond this a line is not believed. */
  readonly latest: string;
}

function rowOf(
  { line, raw, endByte }: LineToRead,
  reading: LineReading,
  of: RowsOf,
  { receivedAt, latest }: Times,
): LineRow {
  const { events, usage, model, timestamp, outcome, lineType, known } = reading;
  const kept = keepEvents(reading, redactedStart);
  return {
    session: of.id,
    line,
    revision: of.revision,
    user_id: of.user_id,
    harness: of.harness,
    received_at: receivedAt,
    at: timestamp !== null && timestamp <= latest ? timestamp : receivedAt,
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
    ...usageColumns(usage),
  };
}

function usageColumns(usage: LineReading["usage"]) {
  const { key, input, output, cacheRead, cacheWrite, costUsd } = usage ?? NO_USAGE;
  return { usage_key: key, input, output, cache_read: cacheRead, cache_write: cacheWrite, cost_usd: costUsd };
}

const NO_USAGE = { key: "", input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: null };

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
    usage: sumByModel(rows.filter(({ usage_key }) => usage_key !== "").map(usageEntry)),
    models: [...new Set(rows.map(({ model }) => model))].filter((model) => model !== ""),
    startedAt: times[0] ?? null,
    lastEventAt: times.at(-1) ?? null,
  };
}

const usageEntry = ({ model, input, output, cache_read, cache_write, cost_usd }: LineRow) =>
  [model, { input, output, cacheRead: cache_read, cacheWrite: cache_write, costUsd: cost_usd }] as const;
