import { usageError } from "../errors.js";

export interface DateRange {
  readonly from?: string;
  readonly to?: string;
}

export const RANGE_HELP = "today, 7d, 30d, month, or dates such as 2026-11-01..2026-11-15";

const DAY_MS = 24 * 3600 * 1000;
const DATE = "\\d{4}-\\d{2}-\\d{2}";
const DATES = new RegExp(`^(${DATE})?\\.\\.(${DATE})?$`);
const dateOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** Whole days in UTC, as the web app counts them: `7d` is today and the six days before. */
export function readRange(text: string | undefined, now = Date.now()): DateRange {
  if (text === undefined) return {};
  if (text === "today") return { from: dateOf(now) };
  if (text === "month") return { from: `${dateOf(now).slice(0, "2026-11".length)}-01` };
  const days = Number(/^(\d{1,4})d$/.exec(text)?.[1] ?? 0);
  if (days > 0) return { from: dateOf(now - (days - 1) * DAY_MS) };
  const [, from, to] = DATES.exec(text) ?? [];
  if (from === undefined && to === undefined) {
    throw usageError(`Invalid value "${text}" for --range.`, `Expected ${RANGE_HELP}`);
  }
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}
