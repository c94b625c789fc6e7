import type { Feed, FeedsQuery } from "@tackroom/contract";
import { page, type Answer, type CallContext } from "../platform/http/index.js";
import { describeFeeds } from "./describe-feeds.js";
import { listStoredFeeds } from "./feed-store.js";
import type { FeedsDeps } from "./feeds-deps.js";
import { seesAllFeeds } from "./find-own-feed.js";

export async function listFeeds(
  { db }: FeedsDeps,
  { own, ...query }: FeedsQuery,
  { caller, call }: CallContext,
): Promise<Answer<Feed[]>> {
  const userId = seesAllFeeds(caller) && !own ? null : caller.userId;
  const { items, total } = await listStoredFeeds(db, { userId, ...query });
  if (items.some(({ user_id }) => user_id !== caller.userId)) {
    caller.notePrivilegedRead({
      resourceType: "feed",
      resourceId: null,
      detail: { shown: "a list with feeds of others" },
    });
  }
  return page({ items: await describeFeeds(db, items), total }, query, call.url);
}
