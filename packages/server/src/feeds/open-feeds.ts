import type { Platform } from "../platform/platform.js";
import type { Settings } from "../settings/index.js";
import { createCatalogueByKey, createCatalogueOf, type CatalogueByKey, type CatalogueOf } from "./catalogue-of.js";
import { createUseCounter } from "./count-uses.js";
import type { FeedsDeps } from "./feeds-deps.js";

export interface Feeds {
  readonly deps: FeedsDeps;
  /** What a request on a read-only surface sees. */
  readonly catalogueOf: CatalogueOf;
  readonly catalogueByKey: CatalogueByKey;
  /** Stores the uses that were counted and not stored yet. */
  close(): Promise<void>;
}

export function openFeeds({ relational: db, log }: Platform, settings: Settings): Feeds {
  const uses = createUseCounter(db, log);
  return {
    deps: { db, settings },
    catalogueOf: createCatalogueOf({ db, settings, uses }),
    catalogueByKey: createCatalogueByKey({ db }),
    close: uses.close,
  };
}
