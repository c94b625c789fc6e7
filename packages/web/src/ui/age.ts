import { once } from "./once.js";

const UNITS = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["week", 7 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

const words = once(() => new Intl.RelativeTimeFormat("en", { numeric: "auto" }));

/** "3 hours ago", "in 2 days", "just now". */
export function ageOf(moment: Date, now: Date): string {
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1000);
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return words().format(Math.trunc(seconds / size), unit);
  }
  return "just now";
}
