export { mountPolicy } from "./routes.js";
