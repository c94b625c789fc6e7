export type { Analytical, QueryParams } from "./analytical.js";
export { openAnalytical } from "./open.js";
export type { Writer, WriterStats } from "./writer.js";
