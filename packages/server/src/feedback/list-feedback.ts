import type { Feedback } from "@tackroom/contract";
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
): Promise<Answer<Feedback[]>> {
  const item = await findListing(db, { type, id }, caller);
  const [rows, ratings] = await Promise.all([listFeedbackOf(db, item.id, query), ratingsOf(db, [item.id])]);
  return page({ items: rows.map(describeFeedback), total: ratings.get(item.id)?.total ?? 0 }, query, call.url);
}
