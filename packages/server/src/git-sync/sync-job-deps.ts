import type { Config } from "../platform/config/index.js";
import type { Jobs } from "../platform/jobs/index.js";
import type { Platform } from "../platform/platform.js";
import type { Db } from "../platform/relational/tx.js";
import type { Attest } from "../registry/index.js";
import type { Repositories } from "../source-analysis/index.js";

export interface SyncJobDeps {
  readonly db: Db;
  readonly transaction: Platform["relational"]["transaction"];
  readonly jobs: Pick<Jobs, "enqueue">;
  readonly repositories: Repositories;
  readonly attest: Attest;
  readonly config: Pick<Config, "gitCloneTimeout">;
  /** Tells the process that searches, and those who subscribed, that a version has been approved. */
  readonly published: (itemId: string) => void;
}
