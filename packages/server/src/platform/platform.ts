import { openAnalytical, type Analytical } from "./analytical/index.js";
import { openBus, type Bus } from "./bus/index.js";
import type { Config } from "./config/index.js";
import { openDataDirectory, watchStorage } from "./data-directory/index.js";
import { openGit, type Git } from "./git/index.js";
import { openJobs, type Jobs } from "./jobs/index.js";
import type { Log } from "./log.js";
import { createOutbound, type Outbound } from "./outbound/index.js";
import { openRateLimiting, type RateLimiting } from "./rate-limits/index.js";
import {
  migrateRelational,
  openRelational,
  readDeploymentId,
  underMigrationLock,
  type Relational,
} from "./relational/index.js";

/** Everything below the domain, opened once and passed down by hand. */
export interface Platform {
  readonly config: Config;
  readonly log: Log;
  readonly relational: Relational;
  readonly analytical: Analytical;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly rateLimiting: RateLimiting;
  /** The only way to call other servers. */
  readonly outbound: Outbound;
  /** The only way to read repositories, and guarded likewise. */
  readonly git: Git;
  /** No other process can write to the relational store: what this one has read stays true until it writes. */
  readonly isSingleProcess: boolean;
  /** Why nothing can be written now (a full disk, say), or null. */
  readonly refusal: () => string | null;
  /** Undefined where no store is on this machine's disk. */
  readonly storageState: () => "ok" | "read_only" | undefined;
  /** Finishes what was begun, in the order in which things depend on each other. */
  close(): Promise<void>;
}

export async function openPlatform(config: Config, log: Log): Promise<Platform> {
  const opened = closeInReverse();
  try {
    const usesDisk = !config.databaseUrl || !config.clickhouseUrl;
    const lock = await openDataDirectory(config.dataDir, { alone: usesDisk });
    opened.push(() => lock.release());
    const storage = usesDisk ? await watchStorage(config.dataDir, log) : undefined;
    opened.push(async () => storage?.close());
    const refusal = storage?.refusal ?? (() => null);
    const storageState = () => storage && (storage.refusal() === null ? "ok" : "read_only");

    // Both take a moment, and neither needs the other yet.
    const [relational, analytical] = await bothOrNeither(
      openRelational({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log }),
      openAnalytical({ clickhouseUrl: config.clickhouseUrl, dataDir: config.dataDir, log, refusal }),
    );
    opened.push(() => analytical.close());
    opened.push(() => relational.close());
    const deployment = await underMigrationLock(relational, async () => {
      await migrateRelational(relational);
      await analytical.migrate();
      return readDeploymentId(relational);
    });
    const redis = config.redisUrl ? { url: config.redisUrl, deployment } : null;
    const bus = await openBus(redis, log);
    opened.push(() => bus.close());
    const rateLimiting = openRateLimiting(redis, log);
    opened.push(() => rateLimiting.close());
    const outbound = createOutbound({ allowedHosts: config.outboundAllowedHosts });
    opened.push(() => outbound.close());
    const jobs = await underMigrationLock(relational, () =>
      openJobs({ relational, bus, log, works: config.role !== "api" }),
    );
    // A job may still write rows while it ends, so the queue is closed before the writer.
    opened.push(() => analytical.writer.close());
    opened.push(() => jobs.close());
    // Jobs wait for git, which may take a minute: what it does is ended first.
    const git = await openGit(config, { ownsDirectory: usesDisk });
    opened.push(() => git.close());
    const isSingleProcess = relational.engine === "PGlite";
    const { close } = opened;
    const stores = { relational, analytical, bus, jobs, rateLimiting };
    return { config, log, ...stores, outbound, git, isSingleProcess, refusal, storageState, close };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** The relational store alone, for what an operator does without a server: the others would take longer to open than that. */
export async function withRelational<T>(
  config: Config,
  log: Log,
  work: (relational: Relational) => Promise<T>,
): Promise<T> {
  const lock = await openDataDirectory(config.dataDir, { alone: !config.databaseUrl });
  try {
    const relational = await openRelational({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
    try {
      await underMigrationLock(relational, () => migrateRelational(relational));
      return await work(relational);
    } finally {
      await relational.close();
    }
  } finally {
    await lock.release();
  }
}

interface Closers {
  push(close: () => Promise<void>): void;
  close(): Promise<void>;
}

function closeInReverse(): Closers {
  const closers: (() => Promise<void>)[] = [];
  return {
    push: (close) => void closers.push(close),
    async close() {
      const errors: unknown[] = [];
      for (let close = closers.pop(); close; close = closers.pop()) {
        // A store that does not close must not keep the others from it.
        await close().catch((error: unknown) => errors.push(error));
      }
      if (errors.length > 0) throw new AggregateError(errors, "not everything closed cleanly");
    },
  };
}

interface Closable {
  close(): Promise<void>;
}

/** When one store does not open, the other must not stay open behind the error. */
async function bothOrNeither<A extends Closable, B extends Closable>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> {
  const [first, second] = await Promise.allSettled([a, b]);
  if (first.status === "fulfilled" && second.status === "fulfilled") return [first.value, second.value];
  if (first.status === "fulfilled") await first.value.close();
  if (second.status === "fulfilled") await second.value.close();
  throw first.status === "rejected" ? first.reason : (second as PromiseRejectedResult).reason;
}
