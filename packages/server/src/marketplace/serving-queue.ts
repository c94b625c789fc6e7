import { createSemaphore } from "../platform/concurrency.js";
import { ServiceError } from "../platform/service-error.js";

/** Clients that fetch: so many at once, and a bounded number that waits, because each holds its request in memory. */
export interface ServingQueue {
  /** Throws when too many wait already. A client that has entered must leave. */
  enter(): { leave(): void };
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

const RETRY_AFTER_SECONDS = 10;

export function createServingQueue({
  atOnce,
  maxWaiting,
}: {
  readonly atOnce: number;
  readonly maxWaiting: number;
}): ServingQueue {
  let present = 0;
  return {
    inTurn: createSemaphore(atOnce),
    enter() {
      if (present >= atOnce + maxWaiting) {
        throw new ServiceError("unavailable", "Too many clients are fetching from this server. Retry shortly.", {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      present += 1;
      return { leave: () => void (present -= 1) };
    },
  };
}
