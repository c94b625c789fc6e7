import type { Caller } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { findAnyItem, loadViewer, noteItemRead, ratingsOf } from "../registry/index.js";

export async function getFeedbackSummary(
  { db }: { readonly db: Db },
  id: string,
  { caller }: { readonly caller: Caller },
) {
  const viewer = await loadViewer(db, caller);
  const item = await findAnyItem(db, viewer, id);
  if (item) noteItemRead(viewer, item);
  if (!item) {
    throw new ServiceError("not_found", `There is no item ${id}. Check the id, or ask its owner to let you see it.`);
  }
  const rating = (await ratingsOf(db, [item.id])).get(item.id);
  return { listing_id: item.id, average_rating: rating?.average ?? 0, total_reviews: rating?.total ?? 0 };
}
