export * from "./auth.js";
export * from "./endpoint.js";
export * from "./errors.js";
export * from "./roles.js";
export * from "./health.js";
export * from "./openapi.js";
