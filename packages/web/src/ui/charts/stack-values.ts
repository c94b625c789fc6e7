export interface StackedPart {
  /** The place of its series. */
  readonly series: number;
  /** Where it begins and ends, as shares of the tallest bar. */
  readonly from: number;
  readonly to: number;
}

/** The bars of several series on top of each other: one list of parts per place, from the bottom up. */
export function stackValues(series: readonly (readonly number[])[]): StackedPart[][] {
  const places = Math.max(0, ...series.map((values) => values.length));
  const bars = Array.from({ length: places }, (_, at) => series.map((values) => Math.max(0, values[at] ?? 0)));
  const tallest = Math.max(0, ...bars.map((values) => values.reduce((sum, value) => sum + value, 0)));
  return bars.map((values) => {
    let below = 0;
    return values.flatMap((value, place) => {
      if (value === 0) return [];
      const from = below / tallest;
      below += value;
      return [{ series: place, from, to: below / tallest }];
    });
  });
}
