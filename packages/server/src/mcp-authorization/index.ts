export { challengeOf } from "./challenge.js";
export { mountMcpAuthorization } from "./routes.js";
