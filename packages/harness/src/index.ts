export * from "./harnesses.js";
