import type { Feed, NewFeed } from "@tackroom/contract";
import type { Db } from "../platform/relational/tx.js";
import { publisherOf } from "../discovery/index.js";
import { usesOfFeeds, type StoredFeed } from "./feed-store.js";
import type { FeedsDeps } from "./feeds-deps.js";
import { liveFeeds } from "./feed-scope.js";

export async function describeFeeds(db: Db, feeds: readonly StoredFeed[]): Promise<Feed[]> {
  const uses = await usesOfFeeds(
    db,
    feeds.map(({ id }) => id),
  );
  const live = await liveFeeds(db, feeds);
  return feeds.map(({ user_id, made_with: _madeWith, ...feed }) => {
    const own = uses.filter(({ feedId }) => feedId === feed.id);
    return {
      ...feed,
      created_by: user_id,
      created_at: feed.created_at.toISOString(),
      expires_at: feed.expires_at?.toISOString() ?? null,
      is_live: live.has(feed.id),
      last_used_at: own[0]?.lastUsedAt.toISOString() ?? null,
      use_count: own.reduce((sum, { uses: count }) => sum + count, 0),
      uses: own.map(({ surface, uses: count, lastUsedAt }) => ({
        surface,
        count,
        last_used_at: lastUsedAt.toISOString(),
      })),
    };
  });
}

export async function describeFeed(db: Db, feed: StoredFeed): Promise<Feed> {
  const [described] = await describeFeeds(db, [feed]);
  return described as Feed;
}

/** With its secret, which nobody is shown again. */
export async function describeNewFeed({ db, settings }: FeedsDeps, feed: StoredFeed, secret: string): Promise<NewFeed> {
  return { ...(await describeFeed(db, feed)), secret, url: `${publisherOf(settings).baseUrl}/c/${secret}` };
}
