import type { Caller } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { ANONYMOUS } from "../registry/index.js";
import { createCatalogue, type Catalogue } from "./catalogue.js";
import { liveFeeds, scopeOfFeed } from "./feed-scope.js";
import type { StoredFeed } from "./feed-store.js";
import { findVisibleFeed } from "./find-own-feed.js";

export interface FeedCatalogue {
  readonly feed: Pick<StoredFeed, "id" | "name" | "prefix">;
  readonly catalogue: Catalogue;
}

/** What clients with a feed's address see, for someone who may see the feed itself. It does not count as a use. */
export async function catalogueOfFeed(db: Db, feedId: string, caller: Caller): Promise<FeedCatalogue> {
  const feed = await findVisibleFeed(db, feedId, caller);
  const scope = (await liveFeeds(db, [feed])).has(feed.id) ? await scopeOfFeed(db, feed) : undefined;
  if (scope) return { feed, catalogue: createCatalogue(db, `feed:${feed.id}`, scope) };
  throw new ServiceError(
    "invalid_state",
    `The feed "${feed.name}" no longer works: it has expired, or its creator has lost access. Choose another feed.`,
  );
}

/** What everybody may see, whether or not the registry is open to those who are not signed in. */
export const publicCatalogue = (db: Db): Catalogue => createCatalogue(db, "public", { viewer: ANONYMOUS, only: null });
