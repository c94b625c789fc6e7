import type { Feed } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { describeFeed } from "./describe-feeds.js";
import type { FeedsDeps } from "./feeds-deps.js";
import { findVisibleFeed } from "./find-own-feed.js";

export async function getFeed(
  { db }: FeedsDeps,
  { id }: { readonly id: string },
  { caller }: CallContext,
): Promise<Feed> {
  return describeFeed(db, await findVisibleFeed(db, id, caller));
}
