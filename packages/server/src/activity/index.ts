export { mountActivity } from "./routes.js";
