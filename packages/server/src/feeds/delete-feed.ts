import type { CallContext } from "../platform/http/index.js";
import { dropFeed } from "./feed-store.js";
import { lockVisibleFeed } from "./find-own-feed.js";

/** Every process asks the database for the feed with each request, so it is gone with the next one. */
export async function deleteFeed({ id }: { readonly id: string }, context: CallContext): Promise<undefined> {
  await context.call.act(async (tx) => {
    const feed = await lockVisibleFeed(tx, id, context);
    context.call.describeForAudit({ detail: { content: feed.content, prefix: feed.prefix } });
    await dropFeed(tx, id);
  });
  return undefined;
}
