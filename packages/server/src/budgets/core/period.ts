import type { BudgetPeriod } from "@tackroom/contract";

export interface PeriodBounds {
  readonly start: Date;
  /** The start of the next one. */
  readonly end: Date;
}

const SUNDAY_AS_LAST = 7;

const bounds = (from: number, to: number): PeriodBounds => ({ start: new Date(from), end: new Date(to) });

/** The day, the week from Monday or the month in which a time lies, in UTC, where every day has 24 hours. */
export function periodAt(period: BudgetPeriod, at: Date): PeriodBounds {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  switch (period) {
    case "day":
      return bounds(Date.UTC(year, month, day), Date.UTC(year, month, day + 1));
    case "week": {
      const monday = day + 1 - (at.getUTCDay() || SUNDAY_AS_LAST);
      return bounds(Date.UTC(year, month, monday), Date.UTC(year, month, monday + 7));
    }
    default:
      return bounds(Date.UTC(year, month), Date.UTC(year, month + 1));
  }
}
