import type { Feed, NewFeed } from "@tackroom/contract";
import { findUsers } from "../auth/index.js";
import type { Db } from "../platform/relational/tx.js";
import { publisherOf } from "../discovery/index.js";
import { findTeamSizes } from "../teams/index.js";
import { usesOfFeeds, type StoredFeed } from "./feed-store.js";
import type { FeedsDeps } from "./feeds-deps.js";
import { liveFeeds } from "./feed-scope.js";

export async function describeFeeds(db: Db, feeds: readonly StoredFeed[]): Promise<Feed[]> {
  const ids = feeds.map(({ id }) => id);
  const [uses, live, makers, teams] = await Promise.all([
    usesOfFeeds(db, ids),
    liveFeeds(db, feeds),
    findUsers(
      db,
      feeds.map(({ user_id }) => user_id),
    ),
    findTeamSizes(
      db,
      feeds.flatMap(({ team_id }) => team_id ?? []),
    ),
  ]);
  return feeds.map(({ user_id, made_with: _madeWith, ...feed }) => {
    const own = uses.filter(({ feedId }) => feedId === feed.id);
    return {
      ...feed,
      team_name: teams.find(({ id }) => id === feed.team_id)?.name ?? null,
      created_by: user_id,
      created_by_name: makers.get(user_id)?.name ?? "",
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
