import { sql } from "kysely";
import type { Log } from "../log.js";
import { queries, runPrepared, type Db } from "../relational/index.js";

/** How soon a job starts that nobody announced: because its wait is over, or the transaction that added it has committed. */
const LOOK_EVERY_MS = 1000;

export interface QueueWatch {
  /** Calls `wake` whenever the queue has a job that can start. */
  add(queue: string, wake: () => void): void;
  close(): Promise<void>;
}

/** One statement looks at all queues. Polling sends one for each, which is most of what an idle server would do. */
export function watchQueues(db: Db, log: Log): QueueWatch {
  const wakes = new Map<string, () => void>();
  let looking: Promise<void> | undefined;
  let hasFailed = false;

  const look = async (): Promise<void> => {
    try {
      for (const queue of await findDueQueues(db, [...wakes.keys()])) wakes.get(queue)?.();
      if (hasFailed) log.info("the job queue can access the relational store again");
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.error({ err: error }, "the job queue cannot access the relational store");
      hasFailed = true;
    }
  };
  const timer = setInterval(() => {
    // A process that only adds jobs has no workers.
    if (wakes.size > 0) looking ??= look().finally(() => (looking = undefined));
  }, LOOK_EVERY_MS).unref();

  return {
    add: (queue, wake) => void wakes.set(queue, wake),
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** As pg-boss itself decides what a worker may take; of a "stately" queue nothing, while one of its jobs runs. */
async function findDueQueues(db: Db, queues: readonly string[]): Promise<string[]> {
  const due = sql<{ queue: string }>`
    select queue from unnest(${[...queues]}::text[]) as queue
    where exists (
      select from jobs.job where job.name = queue and job.state < 'active' and not job.blocked
        and job.start_after <= jobs.job_now())
      and not exists (
        select from jobs.job where job.name = queue and job.state = 'active' and job.policy = 'stately')`;
  const rows = await runPrepared(db, due.compile(queries(db)));
  return rows.map(({ queue }) => queue);
}
