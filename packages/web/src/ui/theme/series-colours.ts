/** The colours of series, in the order in which they are given out (styles.css). Kinds of items have one of them each. */
export const SERIES_COLOURS = ["c1", "c2", "c3", "c4", "c5", "c6"] as const;
export type SeriesColour = (typeof SERIES_COLOURS)[number];
