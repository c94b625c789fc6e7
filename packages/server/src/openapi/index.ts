export { mountOpenapi } from "./routes.js";
