export { evaluateBudgets } from "./jobs.js";
export { mountBudgets } from "./routes.js";
