import type { Feedback } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { isUuid } from "../platform/ids.js";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { qualifiedName } from "../registry/index.js";
import { describeOwn } from "./describe-feedback.js";
import { findFeedbackBy } from "./feedback-store.js";
import { findListing, kindNamed, type Listing } from "./find-listing.js";

/** What one has said stays one's own, also when the item itself can no longer be seen. */
export async function getMyFeedback(
  { db }: { readonly db: Db },
  listing: Listing,
  { caller }: CallContext,
): Promise<Feedback> {
  const known = isUuid(listing.id) ? await findFeedbackBy(db, caller.userId, listing.id) : undefined;
  if (known?.kind === kindNamed(listing.type)) return describeOwn(known);
  const item = await findListing(db, listing, caller);
  const feedback = await findFeedbackBy(db, caller.userId, item.id);
  if (feedback) return describeOwn(feedback);
  throw new ServiceError(
    "not_found",
    `You have not rated ${qualifiedName(item)}. To rate it, use POST /api/v1/feedback.`,
  );
}
