export type { Analytical } from "./analytical.js";
export { openAnalytical } from "./open.js";
