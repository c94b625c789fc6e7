import { mountAgentSkills } from "./agent-skills/index.js";
import { mountFeeds, openFeeds } from "./feeds/index.js";
import {
  aboutMarketplace,
  dropDeadMarketplaces,
  mountMarketplace,
  openMarketplace,
  rebuildAfterApprovals,
  rebuildMarketplaces,
} from "./marketplace/index.js";
import { mountMcpRegistry } from "./mcp-registry/index.js";
import type { Mount } from "./platform/http/index.js";
import type { Platform } from "./platform/platform.js";
import { mountPolicy } from "./policy/index.js";
import type { ReviewUpdates } from "./review/index.js";
import type { Settings } from "./settings/index.js";

/** What other clients read of the catalogue in their own protocols, also under the secret addresses of feeds. */
export interface Surfaces {
  mount(mount: Mount, updates: Pick<ReviewUpdates, "subscribe">): void;
  close(): Promise<void>;
}

export async function openSurfaces(platform: Platform, settings: Settings): Promise<Surfaces> {
  const { relational: db, jobs } = platform;
  const feeds = openFeeds(platform, settings);
  const marketplace = await openMarketplace(platform, settings, feeds.catalogueByKey);
  await jobs.register(rebuildMarketplaces, marketplace.deps);
  await jobs.register(dropDeadMarketplaces, marketplace.deps);
  const { catalogueOf } = feeds;
  let endRebuilds: (() => Promise<void>) | undefined;
  return {
    mount(mount, updates) {
      endRebuilds = rebuildAfterApprovals(platform, updates);
      mountFeeds(mount, feeds.deps);
      mountPolicy(mount, { ...feeds.deps, marketplaceName: (key) => aboutMarketplace({ settings }, key).name });
      mountMcpRegistry(mount, { settings, catalogueOf });
      mountAgentSkills(mount, { db, settings, catalogueOf });
      mountMarketplace(mount, { ...marketplace.deps, catalogueOf });
    },
    async close() {
      await endRebuilds?.();
      await marketplace.close();
      await feeds.close();
    },
  };
}
