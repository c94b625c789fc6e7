import { isSessionTotal, type Usage, usageOf } from "./reading.js";

/** What was counted so far of one message, request or document. */
export interface UsageSeen {
  readonly key: string;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly costUsd: number;
  readonly credits: number;
}

const NOTHING_YET: Omit<UsageSeen, "key"> = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
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
  const added = {
    input: Math.max(0, usage.input - counted.input),
    output: Math.max(0, usage.output - counted.output),
    cacheRead: Math.max(0, usage.cacheRead - counted.cacheRead),
    cacheWrite: Math.max(0, usage.cacheWrite - counted.cacheWrite),
    costUsd: Math.max(0, (costUsd ?? 0) - counted.costUsd),
    credits: Math.max(0, (credits ?? 0) - counted.credits),
  };
  const now: UsageSeen = {
    key: usage.key,
    input: counted.input + added.input,
    output: counted.output + added.output,
    cacheRead: counted.cacheRead + added.cacheRead,
    cacheWrite: counted.cacheWrite + added.cacheWrite,
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
