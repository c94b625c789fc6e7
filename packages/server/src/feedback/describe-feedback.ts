import type { Feedback } from "@tackroom/contract";
import type { StoredFeedback } from "./feedback-store.js";

/**
 * The same for every reader, including admins and the author of the rating: an anonymous author is not named, and marking
 * the rating as one by the item's author would reveal them. Such a rating is still excluded from the average, because
 * otherwise authors could rate their own items anonymously. Readers who recompute the average can therefore tell that an
 * author is among the anonymous raters, which is the lesser evil.
 */
export function describeFeedback(feedback: StoredFeedback): Feedback {
  const { anonymous, user_id, is_own } = feedback;
  return { ...describeOwn(feedback), user_id: anonymous ? null : user_id, is_own: is_own && !anonymous };
}

/** As its author finds it among their own. */
export function describeOwn(feedback: StoredFeedback): Feedback {
  const { id, item_id, kind, user_id, rating, comment, anonymous, is_own, created_at, updated_at } = feedback;
  return {
    id,
    listing_id: item_id,
    listing_type: kind,
    user_id,
    rating,
    comment,
    anonymous,
    is_own,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
