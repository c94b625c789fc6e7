import type { Feed, UpdateFeedBody } from "@tackroom/contract";
import { lockLiveCaller } from "../auth/index.js";
import type { CallContext, Caller } from "../platform/http/index.js";
import { fieldError } from "../platform/service-error.js";
import { describeFeed } from "./describe-feeds.js";
import { expiryOf } from "./expiry.js";
import { changeFeed, type FeedChange, type StoredFeed } from "./feed-store.js";
import type { FeedsDeps } from "./feeds-deps.js";
import { lockOwnFeed } from "./find-own-feed.js";
import { requireItems } from "./require-items.js";
import { requireRoom } from "./require-room.js";

export async function updateFeed(
  { db }: FeedsDeps,
  { id, ...body }: UpdateFeedBody & { readonly id: string },
  context: CallContext,
): Promise<Feed> {
  const { caller, call } = context;
  const feed = await call.act(async (tx) => {
    await lockLiveCaller(tx, caller);
    const before = await lockOwnFeed(tx, id, context);
    if (body.items && before.content !== "items")
      throw fieldError("body.items", "can only be used when content is items");
    if (body.items) await requireItems(tx, caller.userId, body.items);
    const change = changeOf(body, caller);
    // One that had expired answers again, and counts again.
    if (change.expires_at !== undefined && hasExpired(before)) await requireRoom(tx, caller.userId);
    call.describeForAudit({ detail: detailOf(before, change) });
    return changeFeed(tx, id, change);
  });
  return describeFeed(db, feed);
}

type Change = Pick<FeedChange, "name" | "items"> & { readonly expires_at?: Date | null };

const changeOf = ({ name, items, expires_in_days: days }: UpdateFeedBody, caller: Caller): Change => ({
  ...(name === undefined ? {} : { name: name.trim() }),
  ...(items === undefined ? {} : { items: [...items] }),
  ...(days === undefined ? {} : { expires_at: expiryOf(days, caller) }),
});

const detailOf = (before: StoredFeed, { name, items, expires_at: expiry }: Change) => ({
  ...(name === undefined ? {} : { name: { from: before.name, to: name } }),
  ...(items === undefined ? {} : { items }),
  ...(expiry === undefined ? {} : { expires_at: { from: textOf(before.expires_at), to: textOf(expiry) } }),
});

const hasExpired = ({ expires_at: at }: Pick<StoredFeed, "expires_at">): boolean =>
  at !== null && at.getTime() <= Date.now();

const textOf = (time: Date | null): string => time?.toISOString() ?? "never";
