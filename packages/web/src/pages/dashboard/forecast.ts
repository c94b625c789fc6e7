import { addDays, datesBetween } from "./days.js";

/** How many complete days a forecast is made of: four of each weekday. */
export const HISTORY_DAYS = 28;
/** Fewer say nothing about a week. */
const MIN_DAYS = 7;

export interface ForecastDay {
  readonly day: string;
  readonly value: number;
}

export interface Forecast {
  /** What is expected of the rest of today, then of each day. */
  readonly days: readonly ForecastDay[];
  readonly total: number;
  /** One standard error: the total is likely to lie so far around what is expected. */
  readonly error: number;
}

/**
 * Each day is expected to be the mean of the same weekday in the last 28 complete days. A weekday that is met twice is wrong
 * in the same direction twice, so its error is multiplied; those of different weekdays add up in squares.
 *
 * `values`: by date; days without a value are zero. `first`: the day of the first value that there is: what lies before it
 * was not recorded. Undefined: less than a week is known.
 */
export function forecast(
  values: ReadonlyMap<string, number>,
  first: string | undefined,
  today: string,
  ahead: readonly string[],
): Forecast | undefined {
  const begin = addDays(today, -HISTORY_DAYS);
  if (first === undefined) return undefined;
  const history = datesBetween(first > begin ? first : begin, addDays(today, -1));
  if (history.length < MIN_DAYS) return undefined;
  const byWeekday = new Map<number, number[]>();
  for (const day of history) {
    byWeekday.set(weekdayOf(day), [...(byWeekday.get(weekdayOf(day)) ?? []), values.get(day) ?? 0]);
  }
  const all = history.map((day) => values.get(day) ?? 0);
  const ofWeekday = (weekday: number): Estimate => estimate(byWeekday.get(weekday) ?? [], all);
  const restOfToday = Math.max(0, ofWeekday(weekdayOf(today)).mean - (values.get(today) ?? 0));
  const days = [
    { day: today, value: restOfToday },
    ...ahead.map((day) => ({ day, value: ofWeekday(weekdayOf(day)).mean })),
  ];
  const met = new Map<number, number>();
  for (const { day, value } of days) {
    if (day !== today || value > 0) met.set(weekdayOf(day), (met.get(weekdayOf(day)) ?? 0) + 1);
  }
  const squares = Array.from(met, ([weekday, times]) => (times * ofWeekday(weekday).error) ** 2);
  return { days, total: sumOf(days.map(({ value }) => value)), error: Math.sqrt(sumOf(squares)) };
}

interface Estimate {
  readonly mean: number;
  /** The standard error of the mean. */
  readonly error: number;
}

/** One value alone tells nothing about how far it may be off: then all days do. */
function estimate(values: readonly number[], all: readonly number[]): Estimate {
  const count = Math.max(1, values.length);
  const spread = values.length > 1 ? deviation(values) : deviation(all);
  return { mean: sumOf(values) / count, error: spread / Math.sqrt(count) };
}

/** Of a sample. */
function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = sumOf(values) / values.length;
  return Math.sqrt(sumOf(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
