export { mountFeedback } from "./routes.js";
