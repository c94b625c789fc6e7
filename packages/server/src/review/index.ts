export { findSubmission } from "./find-submission.js";
export { createReviewUpdates, type ReviewUpdate, type ReviewUpdates } from "./review-updates.js";
export { mountReview } from "./routes.js";
