export { mountGraphql } from "./routes.js";
