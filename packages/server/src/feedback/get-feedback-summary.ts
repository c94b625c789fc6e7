import type { CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { findItemsOfAnyKind, loadViewer, onlyItemOf, ratingsOf } from "../registry/index.js";

export async function getFeedbackSummary(
  { db }: { readonly db: Db },
  { id }: { readonly id: string },
  { caller }: CallContext,
) {
  const viewer = await loadViewer(db, caller);
  const item = onlyItemOf(await findItemsOfAnyKind(db, viewer, id), id);
  if (!item) {
    throw new ServiceError("not_found", `Item ${id} not found, or you do not have permission to see it.`);
  }
  const rating = (await ratingsOf(db, [item.id])).get(item.id);
  return { listing_id: item.id, average_rating: rating?.average ?? 0, total_reviews: rating?.total ?? 0 };
}
