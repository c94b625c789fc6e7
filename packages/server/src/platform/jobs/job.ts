import type { Static, TSchema } from "typebox";

/** A kind of background work, as a value. It may run more than once for the same payload, so `run` is idempotent. */
export interface Job<Payload extends TSchema, Deps> {
  readonly name: string;
  readonly payload: Payload;
  /** Waits before the second, third, … try; when they are used up the job has failed. */
  readonly retryAfterSeconds: readonly number[];
  /** A run that takes longer counts as failed. */
  readonly timeoutSeconds: number;
  /** While a job with this key waits, another one with the same key is not added. */
  readonly singletonKey?: (payload: Static<Payload>) => string;
  /**
   * Also runs on this schedule (UTC), once for all replicas, with an empty payload. Of such a job one run is under way and one
   * waits at most, so that runs that take longer than the schedule's period neither overlap nor pile up.
   */
  readonly cron?: string;
  readonly run: (deps: Deps, payload: Static<Payload>, attempt: number) => Promise<void>;
}

export function job<Payload extends TSchema, Deps>(definition: Job<Payload, Deps>): Job<Payload, Deps> {
  const { name, cron, singletonKey } = definition;
  if (cron !== undefined && singletonKey !== undefined) {
    // The policy of its queue would be per key, and the watch waits for the whole queue.
    throw new Error(`The job ${name} has both cron and singletonKey. Make it two jobs.`);
  }
  return definition;
}
