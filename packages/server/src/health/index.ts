export type { HealthDeps } from "./get-health.js";
export { mountHealth } from "./routes.js";
