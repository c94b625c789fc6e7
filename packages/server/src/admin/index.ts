export { mountAdmin } from "./routes.js";
