import type { NewFeed } from "@tackroom/contract";
import { lockLiveCaller } from "../auth/index.js";
import type { CallContext } from "../platform/http/index.js";
import { describeNewFeed } from "./describe-feeds.js";
import { earlier } from "./expiry.js";
import { changeFeed } from "./feed-store.js";
import type { FeedsDeps } from "./feeds-deps.js";
import { lockOwnFeed } from "./find-own-feed.js";
import { makeSecret } from "./make-secret.js";

/** The new secret ends with the credential that asked for it, as if the feed had been made now. */
export async function rotateFeed(
  deps: FeedsDeps,
  { id }: { readonly id: string },
  context: CallContext,
): Promise<NewFeed> {
  const { caller, call } = context;
  const { secret, stored } = makeSecret();
  const feed = await call.act(async (tx) => {
    await lockLiveCaller(tx, caller);
    const before = await lockOwnFeed(tx, id, context);
    call.describeForAudit({ detail: { prefix: { from: before.prefix, to: stored.prefix } } });
    const expires_at = earlier(before.expires_at, caller.keyExpiresAt);
    return changeFeed(tx, id, { ...stored, made_with: [...caller.keys], expires_at });
  });
  return describeNewFeed(deps, feed, secret);
}
