import { setTimeout as sleep } from "node:timers/promises";

/** A machine may be ten times slower than ours; what never comes fails the test all the same. */
const LONG_ENOUGH_MS = 200_000;

/** What is nearly there is seen at once, and what takes seconds is not asked for a hundred times. */
const FIRST_WAIT_MS = 20;
const MAX_WAIT_MS = 500;

/** Tries until `check` passes; its last failure is the test's. */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = LONG_ENOUGH_MS): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 1.4, MAX_WAIT_MS)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(wait);
    }
  }
}
