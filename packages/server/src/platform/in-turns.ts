import { setImmediate as nextTurn } from "node:timers/promises";

/** How long others may have to wait for an answer. */
const MAX_TURN_MS = 15;

/** Does work that comes in steps, and lets everything else have its turn in between. */
export async function inTurns<T>(steps: Iterator<unknown, T>): Promise<T> {
  let since = performance.now();
  let step = steps.next();
  while (!step.done) {
    if (performance.now() - since > MAX_TURN_MS) {
      await nextTurn();
      since = performance.now();
    }
    step = steps.next();
  }
  return step.value;
}
