import type { Bus } from "../platform/bus/index.js";

/** What subscribers are told: that a submission has been decided on. */
export interface ReviewUpdate {
  /** The item's id. */
  readonly listingId: string;
  readonly action: "approved" | "rejected";
}

export interface ReviewUpdates {
  publish(update: ReviewUpdate): void;
  /** Updates of all items: the subscriber has to filter them by permission. */
  subscribe(onUpdate: (update: ReviewUpdate) => void): () => void;
}

const TOPIC = "review.decisions";

export function createReviewUpdates(bus: Bus): ReviewUpdates {
  return {
    publish: (update) => bus.publish(TOPIC, update),
    subscribe: (onUpdate) => bus.subscribe(TOPIC, { onMessage: (message) => onUpdate(message as ReviewUpdate) }),
  };
}
