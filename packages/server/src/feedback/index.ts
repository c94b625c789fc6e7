export { listRatingsBy } from "./feedback-store.js";
export { mountFeedback } from "./routes.js";
