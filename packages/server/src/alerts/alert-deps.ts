import type { Semaphore } from "../platform/concurrency.js";
import type { Jobs } from "../platform/jobs/index.js";
import type { Log } from "../platform/log.js";
import type { Outbound } from "../platform/outbound/index.js";
import type { Platform } from "../platform/platform.js";
import type { Db } from "../platform/relational/tx.js";
import type { Sealing } from "../platform/sealing/index.js";
import type { Settings } from "../settings/index.js";
import type { ReportStore } from "../telemetry/index.js";

/** What the metrics are read from. */
export interface MetricDeps {
  readonly db: Db;
  readonly reports: Pick<ReportStore, "reportedCalls" | "reportedLatencies">;
  readonly settings: Pick<Settings, "get">;
}

/** What the endpoints stand on. */
export interface AlertDeps extends MetricDeps {
  readonly sealing: Sealing;
  readonly outbound: Pick<Outbound, "fetch" | "check">;
  /** A preview reads a month at most, so only some run at once. */
  readonly previewsInTurn: Semaphore;
}

/** What the jobs stand on. */
export interface AlertJobDeps extends MetricDeps {
  readonly transaction: Platform["relational"]["transaction"];
  readonly jobs: Pick<Jobs, "enqueue">;
  readonly sealing: Sealing;
  readonly outbound: Pick<Outbound, "fetch">;
  readonly log: Pick<Log, "warn">;
}
