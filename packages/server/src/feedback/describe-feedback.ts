import type { Feedback } from "@tackroom/contract";
import type { StoredFeedback } from "./feedback-store.js";

/**
 * As everybody sees it, admins and its author too: nobody is named who did not want to be, and the mark of an item's author
 * would name them. Their rating is left out of the average all the same, or being anonymous would be the way into it: whoever
 * does the sum can tell that one of the authors is among the anonymous, which is the lesser evil.
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
