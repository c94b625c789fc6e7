import { setTimeout as sleep } from "node:timers/promises";

/** Tries until `check` passes; its last failure is the test's. */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 10_000): Promise<T> {
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
