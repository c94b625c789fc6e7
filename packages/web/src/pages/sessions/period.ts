import type { SearchParams } from "../../ui/forms/search-text.js";

export interface Range {
  readonly from?: string;
  readonly to?: string;
}

/** The value of the custom range. */
export const CHOSEN = "chosen";
/** The URL parameters of a period. */
export const PERIOD_NAMES = ["last", "from", "to"] as const;
export const PERIODS: readonly (readonly [value: string, label: string])[] = [
  ["1", "Today"],
  ["7", "Last 7 days"],
  ["28", "Last 28 days"],
  ["30", "Last 30 days"],
  ["90", "Last 90 days"],
  ["month", "This month"],
  [CHOSEN, "Custom range"],
];

const DAY_MS = 24 * 3600 * 1000;
const dateOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** The selected option for the URL; `otherwise` if there is none. */
export function periodOf({ last, from, to }: SearchParams, otherwise: string): string {
  if (from !== undefined || to !== undefined) return CHOSEN;
  return PERIODS.some(([value]) => value === last) ? (last ?? otherwise) : otherwise;
}

/** Whole days, so that the query stays the same until midnight. */
export function rangeOf(params: SearchParams, otherwise: string, now: Date): Range {
  const period = periodOf(params, otherwise);
  if (period === CHOSEN) {
    const { from, to } = params;
    return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  }
  if (period === "month") return { from: `${dateOf(now.getTime()).slice(0, 7)}-01` };
  const days = Number(period);
  return days > 0 ? { from: dateOf(now.getTime() - (days - 1) * DAY_MS) } : {};
}

/** The URL parameters after a period is selected. */
export function periodChange(period: string, { from }: Range, now: Date): Record<string, string | undefined> {
  const none = { last: undefined, from: undefined, to: undefined, offset: undefined };
  if (period !== CHOSEN) return { ...none, last: period };
  return { ...none, from: from ?? dateOf(now.getTime() - 6 * DAY_MS), to: dateOf(now.getTime()) };
}
