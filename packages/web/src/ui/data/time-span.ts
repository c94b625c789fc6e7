const HALF_A_DAY = 43_200;
const HALF_AN_HOUR = 1800;

export interface TimeAxis {
  /** How many points there are. */
  readonly points: number;
  readonly wholeDays: boolean;
}

/**
 * The range of a time axis in seconds. For a single point the library would show almost three years; here it gets its day
 * or hour.
 */
export function timeSpan(from: number, to: number, { points, wholeDays }: TimeAxis): [from: number, to: number] {
  if (points > 1) return [from, to];
  const margin = wholeDays ? HALF_A_DAY : HALF_AN_HOUR;
  return [from - margin, from + margin];
}
