import type { SeriesColour } from "../theme/series-colours.js";

/** Besides series, a chart shows limits and states. */
export type ChartColour = SeriesColour | "accent" | "info" | "bad" | "muted";
