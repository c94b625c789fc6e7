export const MINUTE_MS = 60_000;

/** The last end of a minute that is not after this moment. */
export const wholeMinute = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS;

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * The minutes that are in every window of a walk, of which the first begins where the rows do: whatever happened in one of them
 * might as well have happened in another. There are none when the walk is longer than a window.
 */
export function sharedMinutes({ from, to }: Stretch, windowMinutes: number): Stretch {
  const length = windowMinutes * MINUTE_MS;
  return { from: to - length, to: from + length };
}
