import type { Feedback } from "@tackroom/contract";
import type { StoredFeedback } from "./feedback-store.js";

/** As everybody sees it, admins and its author too: nobody is named who did not want to be. */
export function describeFeedback(feedback: StoredFeedback): Feedback {
  return { ...describeOwn(feedback), user_id: feedback.anonymous ? null : feedback.user_id };
}

/** As its author finds it among their own. */
export function describeOwn(feedback: StoredFeedback): Feedback {
  const { id, item_id, kind, user_id, rating, comment, anonymous, created_at, updated_at } = feedback;
  return {
    id,
    listing_id: item_id,
    listing_type: kind,
    user_id,
    rating,
    comment,
    anonymous,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
