import { isCalendarDay } from "@tackroom/contract";
import { fieldErrors } from "./service-error.js";

/** Both ends belong to it; null is open. As RFC 3339 in UTC with milliseconds. */
export interface TimeRange {
  readonly from: string | null;
  readonly to: string | null;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^(\d{4}-\d{2}-\d{2})[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** What the analytical store's clock can show; nothing was recorded outside of it. */
const EARLIEST = "1970-01-01T00:00:00.000Z";
const LATEST = "2299-12-31T23:59:59.999Z";

const EXPECTED = "must be a date (2026-01-31) or a timestamp (2026-01-31T09:30:00Z, with + encoded as %2B)";

/** The two ends that a request names, in parameters that go by these names; invalid dates and timestamps are rejected. */
export function readTimeRange(
  given: Readonly<Record<string, string | undefined>>,
  start: string,
  end: string,
): TimeRange {
  const [first, last] = [given[start], given[end]];
  const from = first === undefined ? null : readStart(first);
  const to = last === undefined ? null : readEnd(last);
  if (from !== undefined && to !== undefined) return { from, to };
  throw fieldErrors([
    ...(from === undefined ? [{ path: `query.${start}`, message: EXPECTED }] : []),
    ...(to === undefined ? [{ path: `query.${end}`, message: EXPECTED }] : []),
  ]);
}

/** The start of what a date or time names; undefined when it names none. */
export const readStart = (text: string): string | undefined => readTime(text, "T00:00:00.000Z");

/** Its end: a date means the whole day. */
export const readEnd = (text: string): string | undefined => readTime(text, "T23:59:59.999Z");

function readTime(text: string, hoursOfDate: string): string | undefined {
  if (DATE.test(text)) return isCalendarDay(text) ? clamp(text + hoursOfDate) : undefined;
  const day = TIME.exec(text)?.[1];
  const time = new Date(text.toUpperCase());
  if (day === undefined || !isCalendarDay(day) || Number.isNaN(time.getTime())) return undefined;
  return clamp(time.toISOString());
}

/** A time before our era is shown with a sign, which sorts before every digit. */
function clamp(time: string): string {
  if (time < EARLIEST) return EARLIEST;
  return time > LATEST ? LATEST : time;
}
