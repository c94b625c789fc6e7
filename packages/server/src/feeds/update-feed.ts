import type { Feed, UpdateFeedBody } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { fieldError } from "../platform/service-error.js";
import { describeFeed } from "./describe-feeds.js";
import { expiryOf } from "./expiry.js";
import { changeFeed, type FeedChange } from "./feed-store.js";
import type { FeedsDeps } from "./feeds-deps.js";
import { lockOwnFeed } from "./find-own-feed.js";
import { requireItems } from "./require-items.js";

export async function updateFeed(
  { db }: FeedsDeps,
  { id, name, items, expires_in_days }: UpdateFeedBody & { readonly id: string },
  context: CallContext,
): Promise<Feed> {
  const { caller, call } = context;
  const feed = await call.act(async (tx) => {
    const before = await lockOwnFeed(tx, id, context);
    if (items && before.content !== "items") throw fieldError("body.items", "is only for the content items");
    if (items) await requireItems(tx, caller.userId, items);
    const change: FeedChange = {
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(items === undefined ? {} : { items: [...items] }),
      ...(expires_in_days === undefined ? {} : { expires_at: expiryOf(expires_in_days, caller) }),
    };
    call.describeForAudit({
      detail: {
        ...(change.name === undefined ? {} : { name: { from: before.name, to: change.name } }),
        ...(items === undefined ? {} : { items }),
        ...(change.expires_at === undefined
          ? {}
          : { expires_at: { from: textOf(before.expires_at), to: textOf(change.expires_at) } }),
      },
    });
    return changeFeed(tx, id, change);
  });
  return describeFeed(db, feed);
}

const textOf = (time: Date | null): string => time?.toISOString() ?? "never";
