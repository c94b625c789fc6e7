export { mountReview } from "./routes.js";
