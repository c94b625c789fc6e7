export const MINUTE_MS = 60_000;

/** The last end of a minute that is not after this moment. */
export const wholeMinute = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS;
