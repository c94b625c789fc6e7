import { AsyncLocalStorage } from "node:async_hooks";
import { PgBoss, type ConstructorOptions, type JobWithMetadata } from "pg-boss";
import type { Static, TSchema } from "typebox";
import type { Bus } from "../bus/index.js";
import type { Log } from "../log.js";
import { createAjv } from "../schema.js";
import { runSql, type Relational, type Tx } from "../relational/index.js";
import { correctTimes } from "./correct-times.js";
import type { Job } from "./job.js";
import { watchQueues } from "./watch-queues.js";

export interface EnqueueOptions {
  readonly startAfterSeconds?: number;
  /** Adds the job when this transaction commits, and not at all when it does not. */
  readonly tx?: Tx;
}

/** A durable queue on the relational store, the same on PGlite and PostgreSQL; at least once, also after a crash. */
export interface Jobs {
  /** Makes the job known, and works on it where this process works on jobs. */
  register<P extends TSchema, D>(job: Job<P, D>, deps: D): Promise<void>;
  /** False when a job with the same singleton key is waiting already. */
  enqueue<P extends TSchema, D>(job: Job<P, D>, payload: Static<P>, options?: EnqueueOptions): Promise<boolean>;
  close(): Promise<void>;
}

export interface OpenJobs {
  readonly relational: Relational;
  readonly bus: Bus;
  readonly log: Log;
  /** False in a process that only adds jobs (`--role api`). */
  readonly works: boolean;
  /** How often schedules are looked at; pg-boss finds what became due within the last minute. */
  readonly scheduleIntervalSeconds?: number;
}

/** pg-boss keeps its tables in a schema of their own. */
const SCHEMA = "jobs";

/** How soon another process takes over from one that died in the middle of a job; 10 is the least that pg-boss allows. */
const HEARTBEAT_SECONDS = 10;

const STOP_LIMIT_MS = 20_000;

/** `watchQueues` wakes workers within a second; polling is only for what it might miss. */
const POLLING_SECONDS = 60;

/** Well below the minute within which pg-boss still finds what was due. */
const SCHEDULE_INTERVAL_SECONDS = 30;

export async function openJobs({
  relational,
  bus,
  log,
  works,
  scheduleIntervalSeconds = SCHEDULE_INTERVAL_SECONDS,
}: OpenJobs): Promise<Jobs> {
  const boss = new PgBoss({
    db: database(relational),
    ...(relational.engine === "PGlite" ? { backend: "pglite" as const } : {}),
    schema: SCHEMA,
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
    cronMonitorIntervalSeconds: scheduleIntervalSeconds,
  });
  boss.on("error", (error) => log.error({ err: error }, "the job queue cannot access the relational store"));
  await boss.start();
  if (works) await correctTimes(relational, log);
  const watch = watchQueues(relational, log);
  const ajv = createAjv();

  return {
    async register(job, deps) {
      await createQueue(boss, relational, job);
      if (!works) return;
      if (job.cron) await boss.schedule(job.name, job.cron);
      const fits = ajv.compile(job.payload);
      const work = async ([claimed]: JobWithMetadata<unknown>[]): Promise<void> => {
        if (claimed) await runOnce({ job, deps, claimed, fits, relational, log }).finally(wake);
      };
      const options = { includeMetadata: true, pollingIntervalSeconds: POLLING_SECONDS } as const;
      const working = boss.work(job.name, options, work);
      // Also after each job: the next one may be waiting already.
      const wake = (): void => void working.then((worker) => boss.notifyWorker(worker));
      await working;
      watch.add(job.name, wake);
      // The watch would find the job within a second; the message wakes the worker at once.
      bus.subscribe(topicOf(job.name), { onMessage: wake });
    },
    async enqueue(job, payload, { startAfterSeconds = 0, tx } = {}) {
      const options = {
        startAfter: startAfterSeconds,
        ...(job.singletonKey ? { singletonKey: job.singletonKey(payload) } : {}),
      };
      const id = await enqueuingIn.run(tx, () => boss.send(job.name, payload as object, options));
      if (id && startAfterSeconds === 0) bus.publish(topicOf(job.name), null);
      return id !== null;
    },
    async close() {
      // At the same time: a store that does not answer holds up both.
      await Promise.all([watch.close(), boss.stop({ graceful: true, timeout: STOP_LIMIT_MS, close: false })]);
    },
  };
}

const topicOf = (name: string): string => `jobs.${name}`;

type Database = NonNullable<ConstructorOptions["db"]>;

/**
 * pg-boss takes a transaction for the job's own statement only, and looks up a queue that it does not know yet on a connection
 * of its own, which PGlite does not have.
 */
const enqueuingIn = new AsyncLocalStorage<Tx | undefined>();

function database(relational: Relational): Database {
  return { executeSql: (text, values) => runSql(enqueuingIn.getStore() ?? relational, text, values ?? []) };
}

/** In the words of pg-boss. */
type Policy = "stately" | "short" | "standard";

function policyOf<P extends TSchema, D>({ cron, singletonKey }: Job<P, D>): Policy {
  if (cron) return "stately";
  return singletonKey ? "short" : "standard";
}

async function createQueue<P extends TSchema, D>(boss: PgBoss, relational: Relational, job: Job<P, D>): Promise<void> {
  const options = {
    retryLimit: job.retryAfterSeconds.length,
    retryDelay: job.retryAfterSeconds[0] ?? 0,
    expireInSeconds: job.timeoutSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: 24 * 60 * 60,
  };
  const policy = policyOf(job);
  await boss.createQueue(job.name, { ...options, policy });
  // An existing queue keeps the options of the version that made it, unless told, and pg-boss does not let its policy be changed.
  await runSql(relational, `UPDATE ${SCHEMA}.queue SET policy = $1 WHERE name = $2 AND policy <> $1`, [
    policy,
    job.name,
  ]);
  await boss.updateQueue(job.name, options);
}

interface Run<P extends TSchema, D> {
  readonly job: Job<P, D>;
  readonly deps: D;
  readonly claimed: JobWithMetadata<unknown>;
  readonly fits: (payload: unknown) => boolean;
  readonly relational: Relational;
  readonly log: Log;
}

async function runOnce<P extends TSchema, D>({ job, deps, claimed, fits, relational, log }: Run<P, D>): Promise<void> {
  const attempt = claimed.retryCount + 1;
  const payload = claimed.data ?? {};
  try {
    if (!fits(payload)) throw new Error("the stored payload does not match the job's schema");
    await job.run(deps, payload as Static<P>, attempt);
  } catch (error) {
    const wait = job.retryAfterSeconds[claimed.retryCount];
    const outcome = wait === undefined ? "a job failed permanently" : "a job failed and will be retried";
    log.warn({ err: error, job: job.name, attempt, retry_after_seconds: wait }, outcome);
    if (wait !== undefined) await delayNextTry(relational, claimed, wait);
    throw error;
  }
}

/** pg-boss knows one delay or a doubling one with jitter; ours are a list, so the next one is set before each failure. */
async function delayNextTry(relational: Relational, claimed: JobWithMetadata<unknown>, seconds: number): Promise<void> {
  await runSql(relational, `UPDATE ${SCHEMA}.job SET retry_delay = $1 WHERE name = $2 AND id = $3`, [
    seconds,
    claimed.name,
    claimed.id,
  ]);
}
