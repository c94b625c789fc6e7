import { dayOf, timeOfDay, two } from "./days.js";

const UNITS = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["week", 7 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** "3 hours ago", "in 2 days", "just now". Hand-written, because creating a browser formatter takes longer than rendering a list. */
export function ageOf(moment: Date, now: Date): string {
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1000);
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  if (!unit) return "just now";
  const [name, size] = unit;
  const count = Math.trunc(Math.abs(seconds) / size);
  const words = `${count} ${name}${count === 1 ? "" : "s"}`;
  return seconds < 0 ? `${words} ago` : `in ${words}`;
}

/** "2026-06-15 12:00:00" in local time. */
export const momentText = (moment: Date): string => `${dayOf(moment)} ${timeOfDay(moment)}:${two(moment.getSeconds())}`;
