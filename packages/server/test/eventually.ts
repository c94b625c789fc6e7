import { setTimeout as sleep } from "node:timers/promises";

/** A machine may be ten times slower than ours; what never comes fails the test all the same. */
const LONG_ENOUGH_MS = 200_000;

/** Tries until `check` passes; its last failure is the test's. */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = LONG_ENOUGH_MS): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(25);
    }
  }
}
