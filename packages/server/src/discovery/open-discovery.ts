import type { Platform } from "../platform/platform.js";
import type { Sealing } from "../platform/sealing/index.js";
import type { ItemSearch } from "../registry/index.js";
import type { Settings } from "../settings/index.js";
import type { DiscoveryDeps } from "./discovery-deps.js";
import { chooseEmbedder } from "./embedder/choose-embedder.js";
import { EntryIndex, type SearchProgress } from "./entry-index.js";
import { createFederation } from "./federation.js";
import { createPageTokens } from "./page-tokens.js";
import { createItemSearch } from "./rank-items.js";

export interface Discovery {
  readonly deps: DiscoveryDeps;
  readonly itemSearch: ItemSearch;
  readonly progress: () => SearchProgress;
  /** Reads what there is, so that the first search need not. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** What fetching the manifests of others takes: a worker, which answers nobody, has only this. */
export function openSources({ relational, outbound, log }: Platform, settings: Settings): DiscoveryDeps["sources"] {
  return { db: relational, transaction: relational.transaction, settings, outbound, log };
}

export function openDiscovery(platform: Platform, settings: Settings, sealing: Sealing): Discovery {
  const { relational, outbound, log } = platform;
  const embedders = chooseEmbedder(settings, outbound);
  const index = new EntryIndex({ db: relational, log, embedders });
  return {
    deps: {
      db: relational,
      settings,
      index,
      pageTokens: createPageTokens(sealing),
      federation: createFederation({ outbound, settings, log }),
      sources: openSources(platform, settings),
    },
    itemSearch: createItemSearch(index),
    progress: () => index.progress(),
    warm: () => index.warm(),
    async close() {
      await index.close();
      await embedders.close();
    },
  };
}
