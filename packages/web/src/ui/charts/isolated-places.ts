/** Where a value has none before and none after it. */
export const isolatedPlaces = (values: readonly (number | null)[]): number[] =>
  values.flatMap((value, at) => (value !== null && isGap(values[at - 1]) && isGap(values[at + 1]) ? [at] : []));

const isGap = (value: number | null | undefined): boolean => value === null || value === undefined;
