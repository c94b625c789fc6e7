import type { ListedFeedback } from "@tackroom/contract";
import { findUsers } from "../auth/index.js";
import { page, type Answer, type CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { ratingsOf } from "../registry/index.js";
import { describeFeedback } from "./describe-feedback.js";
import { listFeedbackOf } from "./feedback-store.js";
import { findListing, type Listing } from "./find-listing.js";

export async function listFeedback(
  { db }: { readonly db: Db },
  { type, id, ...query }: Listing & { readonly limit: number; readonly offset: number },
  { caller, call }: CallContext,
): Promise<Answer<ListedFeedback[]>> {
  const item = await findListing(db, { type, id }, caller);
  const [rows, ratings] = await Promise.all([listFeedbackOf(db, item.id, query), ratingsOf(db, [item.id])]);
  const described = rows.map(describeFeedback);
  const users = await findUsers(
    db,
    described.flatMap(({ user_id }) => user_id ?? []),
  );
  const items = described.map((each) => ({ ...each, user_name: users.get(each.user_id ?? "")?.username ?? null }));
  return page({ items, total: ratings.get(item.id)?.total ?? 0 }, query, call.url);
}
