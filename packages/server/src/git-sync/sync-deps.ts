import type { Config } from "../platform/config/index.js";
import type { Jobs } from "../platform/jobs/index.js";
import type { Db } from "../platform/relational/tx.js";
import type { Sealing } from "../platform/sealing/index.js";
import type { Settings } from "../settings/index.js";

export interface SyncDeps {
  readonly db: Db;
  readonly jobs: Pick<Jobs, "enqueue">;
  readonly sealing: Sealing;
  readonly settings: Pick<Settings, "get">;
  readonly config: Pick<Config, "webhookPublicUrl">;
}
