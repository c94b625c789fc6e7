import { isSessionTotal, type Usage, usageOf } from "./reading.js";

/** What was counted so far of one message, request or document. */
export interface UsageSeen {
  readonly key: string;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** Contexts that were stored by earlier versions lack it. */
  readonly cache_write_1h_tokens?: number;
  readonly costUsd: number;
  readonly credits: number;
}

const NOTHING_YET: Omit<UsageSeen, "key"> = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cache_write_1h_tokens: 0,
  costUsd: 0,
  credits: 0,
};

/**
 * What this usage adds to what was counted of the same key, and the counts from now on. It does not matter whether a
 * line before or after this one was counted: together they come to the largest.
 */
export function countUsage(
  usage: Usage | null,
  seen: readonly UsageSeen[],
): { added: Usage | null; usage: readonly UsageSeen[] } {
  if (usage === null || isToldAlready(usage, seen)) return { added: null, usage: seen };
  const before = seen.find(({ key }) => key === usage.key);
  const counted = before ?? NOTHING_YET;
  const { costUsd, credits } = usage;
  const cacheWrite = Math.max(0, usage.cacheWrite - counted.cacheWrite);
  const oneHour = Math.max(0, usage.cache_write_1h_tokens - (counted.cache_write_1h_tokens ?? 0));
  const added = {
    input: Math.max(0, usage.input - counted.input),
    output: Math.max(0, usage.output - counted.output),
    cacheRead: Math.max(0, usage.cacheRead - counted.cacheRead),
    cacheWrite,
    // A part of what is added, even where it is unknown how much of what was counted before was for an hour.
    cache_write_1h_tokens: Math.min(oneHour, cacheWrite),
    costUsd: Math.max(0, (costUsd ?? 0) - counted.costUsd),
    credits: Math.max(0, (credits ?? 0) - counted.credits),
  };
  const now: UsageSeen = {
    key: usage.key,
    input: counted.input + added.input,
    output: counted.output + added.output,
    cacheRead: counted.cacheRead + added.cacheRead,
    cacheWrite: counted.cacheWrite + added.cacheWrite,
    cache_write_1h_tokens: (counted.cache_write_1h_tokens ?? 0) + added.cache_write_1h_tokens,
    costUsd: counted.costUsd + added.costUsd,
    credits: counted.credits + added.credits,
  };
  return {
    added: usageOf({
      ...usage,
      ...added,
      costUsd: costUsd === null ? null : added.costUsd,
      credits: credits === null ? null : added.credits,
    }),
    usage: [...seen.filter((entry) => entry !== before), now],
  };
}

function isToldAlready({ key }: Usage, seen: readonly UsageSeen[]): boolean {
  return isSessionTotal(key) && seen.some((entry) => !isSessionTotal(entry.key));
}
