import { setTimeout as sleep } from "node:timers/promises";
import type { Attempts } from "../rate-limits/index.js";

/** What anyone may mistype before it is noticed. */
const FREE_ATTEMPTS = 5;
const FIRST_DELAY_MS = 125;
const MAX_DELAY_MS = 2000;
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
  succeeded(account: string): Promise<void>;
}

export function createSlowDown(attempts: Attempts): SlowDown {
  let delayed = 0;
  return {
    async attempt(account) {
      // Counted before it is looked at, so that attempts at the same moment count too.
      const delayMs = delayAfter((await attempts.add(account)) - 1);
      if (delayMs === 0 || delayed >= MAX_DELAYED) return;
      delayed += 1;
      try {
        await sleep(delayMs);
      } finally {
        delayed -= 1;
      }
    },
    succeeded: (account) => attempts.clear(account),
  };
}
