const HALF_A_DAY = 43_200;
const HALF_AN_HOUR = 1800;

export interface TimeAxis {
  /** How many points there are. */
  readonly points: number;
  readonly wholeDays: boolean;
}

/**
 * What a time axis shows, in seconds, of what the library would show. Of one point alone it would show almost three years
 * from there on; here it gets its day or hour.
 */
export function timeSpan(from: number, to: number, { points, wholeDays }: TimeAxis): [from: number, to: number] {
  if (points > 1) return [from, to];
  const margin = wholeDays ? HALF_A_DAY : HALF_AN_HOUR;
  return [from - margin, from + margin];
}
