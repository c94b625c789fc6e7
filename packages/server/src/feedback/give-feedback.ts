import type { Feedback, giveFeedback as endpoint } from "@tackroom/contract";
import type { Static } from "typebox";
import { created, type Answer, type CallContext } from "../platform/http/index.js";
import { newId } from "../platform/ids.js";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { qualifiedName, refuse, unsafeTextErrors } from "../registry/index.js";
import { describeFeedback } from "./describe-feedback.js";
import { findFeedbackBy, insertFeedback } from "./feedback-store.js";
import { findListing } from "./find-listing.js";

/** One per person and item; a change of mind is a change of it. */
export async function giveFeedback(
  { db }: { readonly db: Db },
  body: Static<(typeof endpoint)["body"]>,
  { caller, call }: CallContext,
): Promise<Answer<Feedback>> {
  const { listing_id, listing_type, rating, comment = null, anonymous } = body;
  refuse(unsafeTextErrors({ comment }, "body"));
  const item = await findListing(db, { type: listing_type, id: listing_id }, caller);
  const { userId } = caller;
  const id = newId();
  // The author of an anonymous rating is not named here either.
  const detail = anonymous ? { anonymous } : { rating, commented: comment !== null };
  call.describeForAudit({ resourceId: id, resourceName: qualifiedName(item), detail });
  const feedback = await call.act(async (tx) => {
    const given = { id, item_id: item.id, kind: item.kind, user_id: userId, rating, comment, anonymous };
    const stored = await insertFeedback(tx, given);
    if (stored) return stored;
    const earlier = await findFeedbackBy(tx, userId, item.id);
    throw new ServiceError(
      "conflict",
      `You have already rated ${qualifiedName(item)}. To change your rating, use PUT /api/v1/feedback/${earlier?.id}.`,
    );
  });
  return created(describeFeedback(feedback), `/feedback/mine/${item.kind}/${item.id}`);
}
