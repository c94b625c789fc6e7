import type { Session } from "@tackroom/contract";
import { addNames, type SessionNames } from "./session-names.js";

/** Tokens of one model, from lines that state a cost or from lines that do not: only the latter need a price. */
export interface UsageEntry {
  /** "" when no model is known. */
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** The part of `cacheWrite` that is kept for an hour. */
  readonly cacheWrite1h: number;
  /** What the harness states as its own cost; null: it states none. */
  readonly statedCostUsd: number | null;
}

/** At most two entries for each model, sorted: without and with a stated cost. */
export type Usage = readonly UsageEntry[];

/** What the lines of a session say, added up. */
export interface Summary {
  readonly lineCount: number;
  readonly events: number;
  readonly prompts: number;
  readonly toolCalls: number;
  readonly toolFailures: number;
  readonly errorEvents: number;
  readonly unreadableLines: number;
  /** Lines without events that have used tokens. */
  readonly usageOnlyLines: number;
  readonly usage: Usage;
  readonly models: readonly string[];
  /** RFC 3339; null while there is no line. */
  readonly startedAt: string | null;
  readonly lastEventAt: string | null;
  readonly names: SessionNames;
}

export const EMPTY_SUMMARY: Summary = {
  lineCount: 0,
  events: 0,
  prompts: 0,
  toolCalls: 0,
  toolFailures: 0,
  errorEvents: 0,
  unreadableLines: 0,
  usageOnlyLines: 0,
  usage: [],
  models: [],
  startedAt: null,
  lastEventAt: null,
  names: {},
};

export function addSummaries(one: Summary, other: Summary): Summary {
  return {
    lineCount: one.lineCount + other.lineCount,
    events: one.events + other.events,
    prompts: one.prompts + other.prompts,
    toolCalls: one.toolCalls + other.toolCalls,
    toolFailures: one.toolFailures + other.toolFailures,
    errorEvents: one.errorEvents + other.errorEvents,
    unreadableLines: one.unreadableLines + other.unreadableLines,
    usageOnlyLines: one.usageOnlyLines + other.usageOnlyLines,
    usage: sumUsage([...one.usage, ...other.usage]),
    models: [...new Set([...one.models, ...other.models])].toSorted(),
    startedAt: pick(one.startedAt, other.startedAt, (a, b) => a < b),
    lastEventAt: pick(one.lastEventAt, other.lastEventAt, (a, b) => a > b),
    names: addNames(one.names, other.names),
  };
}

/** Times are compared as text, which their fixed form allows. */
function pick(a: string | null, b: string | null, isBetter: (a: string, b: string) => boolean): string | null {
  if (a === null || b === null) return a ?? b;
  return isBetter(a, b) ? a : b;
}

export function sumUsage(entries: Iterable<UsageEntry>): Usage {
  const sums = new Map<string, UsageEntry>();
  for (const entry of entries) {
    const key = `${entry.statedCostUsd === null ? "" : "stated"} ${entry.model}`;
    const before = sums.get(key);
    sums.set(key, before ? addEntries(before, entry) : entry);
  }
  return [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

function addEntries(one: UsageEntry, other: UsageEntry): UsageEntry {
  return {
    model: one.model,
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    cacheWrite1h: one.cacheWrite1h + other.cacheWrite1h,
    statedCostUsd: one.statedCostUsd === null ? null : one.statedCostUsd + (other.statedCostUsd ?? 0),
  };
}

export function tokensOf(usage: readonly UsageEntry[]): NonNullable<Session["tokens"]> {
  const sum = (count: (entry: UsageEntry) => number): number => usage.reduce((total, entry) => total + count(entry), 0);
  const [input, output] = [sum((entry) => entry.input), sum((entry) => entry.output)];
  const [cache_read, cache_write] = [sum((entry) => entry.cacheRead), sum((entry) => entry.cacheWrite)];
  const cache_write_1h = sum((entry) => entry.cacheWrite1h);
  return { input, output, cache_read, cache_write, cache_write_1h, total: input + output + cache_read + cache_write };
}
