export { mountHealth } from "./routes.js";
