export * from "./artifacts.js";
export * from "./endpoints.js";
export * from "./entry.js";
export * from "./media-types.js";
