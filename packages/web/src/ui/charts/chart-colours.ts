/** In the order in which series get them. */
export const CHART_COLOURS = ["accent", "info", "good", "warn", "bad", "muted"] as const;
export type ChartColour = (typeof CHART_COLOURS)[number];
