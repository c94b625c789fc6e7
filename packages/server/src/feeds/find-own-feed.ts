import { roleSuffices } from "@tackroom/contract";
import type { CallContext, Caller } from "../platform/http/index.js";
import type { Db, Tx } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { findFeed, lockFeed, type StoredFeed } from "./feed-store.js";

const noSuchFeed = (): ServiceError => new ServiceError("not_found", "Feed not found. See GET /api/v1/feeds.");

export const seesAllFeeds = ({ role }: Pick<Caller, "role">): boolean => roleSuffices(role, "admin");

function requireVisible(feed: StoredFeed | undefined, caller: Caller): StoredFeed {
  // Others are not told which feeds exist.
  if (!feed || (feed.user_id !== caller.userId && !seesAllFeeds(caller))) throw noSuchFeed();
  return feed;
}

export async function findVisibleFeed(db: Db, id: string, caller: Caller): Promise<StoredFeed> {
  const feed = requireVisible(await findFeed(db, id), caller);
  if (feed.user_id !== caller.userId) {
    caller.notePrivilegedRead({ resourceType: "feed", resourceId: feed.id, resourceName: feed.name });
  }
  return feed;
}

/** For its maker and for admins, until the transaction ends. */
export async function lockVisibleFeed(tx: Tx, id: string, { caller, call }: CallContext): Promise<StoredFeed> {
  const feed = requireVisible(await lockFeed(tx, id), caller);
  call.describeForAudit({ resourceId: id, resourceName: feed.name });
  return feed;
}

/** For its maker alone: its address shows what its maker sees, which is not for admins to take. */
export async function lockOwnFeed(tx: Tx, id: string, context: CallContext): Promise<StoredFeed> {
  const feed = await lockVisibleFeed(tx, id, context);
  if (feed.user_id === context.caller.userId) return feed;
  throw new ServiceError(
    "forbidden",
    "Permission denied: only the creator of a feed can change it. As an admin you can revoke it: DELETE /api/v1/feeds/{id}.",
  );
}
