import type { HarnessId } from "../harnesses.js";
import { NO_CONTEXT, readInContext } from "../transcript/read-in-context.js";
import { readTranscriptLine } from "../transcript/read-line.js";
import type { LineReading, TranscriptEvent } from "../transcript/reading.js";

/** The lines of a session, one after the other, as the server reads them. */
export function readSession(harness: HarnessId, lines: readonly object[]): LineReading[] {
  let context = NO_CONTEXT;
  return lines.map((line, index) => {
    const read = readInContext(readTranscriptLine(harness, JSON.stringify(line)), context, index);
    context = read.context;
    return read.reading;
  });
}

export function readOne(harness: HarnessId, line: object): LineReading {
  return readTranscriptLine(harness, JSON.stringify(line));
}

/** An event without what it does not say. */
function brief(event: TranscriptEvent): Record<string, unknown> {
  return Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null && value !== false));
}

/** What a session tells, event by event; without the time, which is the line's. */
export function told(harness: HarnessId, lines: readonly object[]): Record<string, unknown>[] {
  return readSession(harness, lines)
    .flatMap(({ events }) => events)
    .map((event) => brief({ ...event, timestamp: null }));
}

/** What a session used, summed over its lines. */
export function spent(harness: HarnessId, lines: readonly object[]): Record<string, number> {
  const usages = readSession(harness, lines)
    .map(({ usage }) => usage)
    .filter((usage) => usage !== null);
  type Counted = "input" | "output" | "cacheRead" | "cacheWrite" | "cache_write_1h_tokens" | "costUsd" | "credits";
  const sum = (name: Counted) => usages.reduce((total, usage) => total + (usage[name] ?? 0), 0);
  const all = {
    input: sum("input"),
    output: sum("output"),
    cacheRead: sum("cacheRead"),
    cacheWrite: sum("cacheWrite"),
    cache_write_1h_tokens: sum("cache_write_1h_tokens"),
    costUsd: sum("costUsd"),
    credits: sum("credits"),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== 0));
}
