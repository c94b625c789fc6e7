import type { CatalogueByKey } from "../feeds/index.js";
import { createKeyedMutex } from "../platform/concurrency.js";
import { createGitIn } from "../platform/git/index.js";
import type { Platform } from "../platform/platform.js";
import { findVersionsByIds } from "../registry/index.js";
import type { Settings } from "../settings/index.js";
import { openLocalCopies } from "./local-copies.js";
import type { MarketplaceDeps } from "./marketplace-deps.js";
import { createIndexReader } from "./read-index.js";
import { createServingQueue } from "./serving-queue.js";

/** The largest catalogue takes minutes when it is made for the first time. */
const GIT_TIMEOUT_MS = 10 * 60_000;
/** How many git processes may serve clients at once, and how many clients may wait for one. */
const SERVED = { atOnce: 8, maxWaiting: 100 } as const;

export interface Marketplace {
  readonly deps: MarketplaceDeps;
  close(): Promise<void>;
}

export async function openMarketplace(
  { relational: db, config, isSingleProcess, log }: Platform,
  settings: Settings,
  catalogueByKey: CatalogueByKey,
): Promise<Marketplace> {
  const closing = new AbortController();
  const git = createGitIn({ closing: closing.signal, timeoutMs: GIT_TIMEOUT_MS });
  const copies = await openLocalCopies({ db, git, dataDir: config.dataDir, ownsDirectory: isSingleProcess });
  return {
    deps: {
      db,
      transaction: db.transaction,
      settings,
      log,
      git,
      copies,
      catalogueByKey,
      indexes: createIndexReader(git),
      builds: createKeyedMutex(),
      readVersions: (ids) => findVersionsByIds(db, ids),
      queue: createServingQueue(SERVED),
    },
    close: async () => {
      closing.abort(new Error("The server is stopping."));
      await copies.close();
    },
  };
}
