export { answerWrongMethods } from "./method-not-allowed.js";
export { Answer, createMount, type Authenticate, type Caller, type Mount, type RequestFacts } from "./mount.js";
export { describeRoutes } from "./openapi-document.js";
export { createHttpServer } from "./server.js";
