export { mountConfig } from "./routes.js";
