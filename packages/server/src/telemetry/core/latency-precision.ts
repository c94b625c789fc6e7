/** So many latencies of a stretch of time are told exactly; more are rounded, so that a busy month does not fill the memory. */
export const MAX_EXACT_LATENCIES = 1_000_000;

/** A rounded latency is one of 2 ** 4 that lie between a power of two and the next: at most a thirty-second away. */
export const ROUNDED_BITS = 4;
