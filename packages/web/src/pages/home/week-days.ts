const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 7;

interface Span {
  readonly from: string;
  readonly to: string;
}

/** Midnight in UTC, where the days of the dashboard begin. */
const dayStart = (moment: Date): number => Math.floor(moment.getTime() / DAY_MS) * DAY_MS;

const spanTo = (end: number): Span => ({
  from: new Date(end - DAYS * DAY_MS).toISOString(),
  to: new Date(end).toISOString(),
});

/** Today and the six days before it. */
export const weekOf = (now: Date): Span => spanTo(dayStart(now) + DAY_MS);

export const weekBefore = (now: Date): Span => spanTo(dayStart(now) + DAY_MS - DAYS * DAY_MS);

export interface DayValue {
  /** "Mon" */
  readonly name: string;
  readonly value: number;
  readonly isToday: boolean;
}

const NAMES = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** A value for each day of the week, also for those that the series leaves out. */
export function valuesByDay(
  points: readonly { readonly time: string; readonly value: number | null }[],
  now: Date,
): DayValue[] {
  const values = new Map(points.map(({ time, value }) => [dayStart(new Date(time)), value ?? 0]));
  const today = dayStart(now);
  return Array.from({ length: DAYS }, (_, place) => {
    const day = today - (DAYS - 1 - place) * DAY_MS;
    return {
      name: NAMES[new Date(day).getUTCDay()] ?? "",
      value: values.get(day) ?? 0,
      isToday: day === today,
    };
  });
}
