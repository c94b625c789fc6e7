import type { SenderTimes } from "./sender-times.js";

/** When to retry: a server, a session that it does not accept, one whose file cannot be read, or an event that cannot be recorded. */
export function createPatience({ firstWaitMs, maxWaitMs }: SenderTimes, now: () => number) {
  const waits = new Map<string, { failures: number; until: number }>();
  return {
    mustWait: (what: string): boolean => (waits.get(what)?.until ?? 0) > now(),
    failuresOf: (what: string): number => waits.get(what)?.failures ?? 0,
    succeeded: (what: string): void => void waits.delete(what),
    /** Returns the time of the next retry. */
    failed(what: string): number {
      const failures = (waits.get(what)?.failures ?? 0) + 1;
      const wait = Math.min(firstWaitMs * 2 ** (failures - 1), maxWaitMs);
      // Adds jitter, so that clients of the same server do not reconnect in the same second.
      const until = now() + wait * (0.5 + Math.random() / 2);
      waits.set(what, { failures, until });
      return until;
    },
  };
}

export type Patience = ReturnType<typeof createPatience>;
