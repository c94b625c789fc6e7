import type { SessionRating } from "@tackroom/contract";
import type { StoredRating } from "../stores/session-rating-store.js";

export function describeRating(rating: StoredRating): SessionRating {
  const { id, dimension, score, note, user_id, created_at, updated_at } = rating;
  return {
    id,
    dimension,
    score,
    note,
    user_id,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
