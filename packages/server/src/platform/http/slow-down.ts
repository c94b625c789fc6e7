import { setTimeout as sleep } from "node:timers/promises";
import type { Attempts } from "../rate-limits/index.js";

/** What anyone may mistype before it is noticed. */
const FREE_ATTEMPTS = 5;
const FIRST_DELAY_MS = 125;
const MAX_DELAY_MS = 2000;
/** Attempts of the same moment may all be right: a fleet of machines that starts signs in with one account. */
const FREE_AT_ONCE = 32;
/** A delayed request holds its socket and its body, so that delays must not become a way to fill the memory. */
const MAX_DELAYED = 200;

/** How long an attempt waits after this many in vain. */
export function delayAfter(attempts: number): number {
  return attempts < FREE_ATTEMPTS ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - FREE_ATTEMPTS));
}

/**
 * Slows down guessing at one account from many addresses. It never refuses: a limit per account would let a stranger lock
 * its owner out.
 */
export interface SlowDown {
  /** Waits for as long as the attempts on the account before this one demand. */
  attempt(account: string): Promise<void>;
  /** Whether it was right is known; each attempt ends once. */
  ended(account: string, succeeded: boolean): Promise<void>;
}

export function createSlowDown(attempts: Attempts): SlowDown {
  const undecided = new Map<string, number>();
  const change = (account: string, by: number): number => {
    const count = (undecided.get(account) ?? 0) + by;
    if (count > 0) undecided.set(account, count);
    else undecided.delete(account);
    return count;
  };
  let delayed = 0;
  return {
    async attempt(account) {
      const others = change(account, 1) - 1;
      // Counted before it is looked at, so that more than a burst of attempts at the same moment count too.
      const inVain = (await attempts.add(account)) - 1 - Math.min(others, FREE_AT_ONCE);
      const delayMs = delayAfter(inVain);
      if (delayMs === 0 || delayed >= MAX_DELAYED) return;
      delayed += 1;
      try {
        await sleep(delayMs);
      } finally {
        delayed -= 1;
      }
    },
    async ended(account, succeeded) {
      change(account, -1);
      if (succeeded) await attempts.clear(account);
    },
  };
}
