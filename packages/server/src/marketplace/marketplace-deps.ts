import type { CatalogueByKey, CatalogueOf } from "../feeds/index.js";
import type { GitIn } from "../platform/git/index.js";
import type { KeyedMutex } from "../platform/concurrency.js";
import type { Log } from "../platform/log.js";
import type { Platform } from "../platform/platform.js";
import type { Db } from "../platform/relational/tx.js";
import type { Version } from "../registry/index.js";
import type { Settings } from "../settings/index.js";
import type { IndexReader } from "./read-index.js";
import type { LocalCopies } from "./local-copies.js";
import type { ServingQueue } from "./serving-queue.js";

export interface MarketplaceDeps {
  readonly db: Db;
  readonly transaction: Platform["relational"]["transaction"];
  readonly settings: Pick<Settings, "get">;
  readonly log: Log;
  readonly git: GitIn;
  readonly copies: LocalCopies;
  readonly indexes: IndexReader;
  /** One build of a repository at a time; the others that wait for it find it done. */
  readonly builds: KeyedMutex;
  readonly catalogueByKey: CatalogueByKey;
  readonly readVersions: (versionIds: readonly string[]) => Promise<Version[]>;
  readonly queue: ServingQueue;
}

export interface SurfaceDeps extends MarketplaceDeps {
  readonly catalogueOf: CatalogueOf;
}
