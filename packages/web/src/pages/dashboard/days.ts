import type { SearchParams } from "../../ui/forms/search-text.js";
import { rangeOf } from "../sessions/period.js";

const DAY_MS = 86_400_000;

/** 28 days have as many of each weekday. */
export const DEFAULT_PERIOD = "28";

/** Two stretches of whole days in UTC, of equal length. */
export interface Stretches {
  /** The days of the period, as dates. */
  readonly days: readonly string[];
  /** The days before, as many. */
  readonly before: readonly string[];
  /** Whether today is the last day: then it is not over yet. */
  readonly isOpen: boolean;
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const timeOf = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`);

export const addDays = (date: string, days: number): string => dateOf(timeOf(date) + days * DAY_MS);

/** All dates from one to another, both included. */
export function datesBetween(from: string, to: string): string[] {
  const count = Math.round((timeOf(to) - timeOf(from)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => addDays(from, at));
}

/** More days are no longer told apart in a chart. */
const MAX_DAYS = 400;

export function stretchesOf(params: SearchParams, now: Date): Stretches {
  const today = dateOf(now.getTime());
  const range = rangeOf(params, DEFAULT_PERIOD, now);
  const to = isDate(range.to) && range.to < today ? range.to.slice(0, 10) : today;
  const from = isDate(range.from) ? range.from.slice(0, 10) : addDays(to, 1 - Number(DEFAULT_PERIOD));
  const days = datesBetween(from, to).slice(-MAX_DAYS);
  const [first = to] = days;
  return { days, before: datesBetween(addDays(first, -days.length), addDays(first, -1)), isOpen: to === today };
}

const isDate = (text: string | undefined): text is string => text !== undefined && !Number.isNaN(timeOf(text));

/** Days until which a forecast is shown: those left of the month for a period within it, or the next week. */
export function forecastDays(params: SearchParams, { days, isOpen }: Stretches): string[] {
  const today = days.at(-1);
  if (!isOpen || today === undefined) return [];
  const monthEnd = dateOf(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 0));
  return datesBetween(addDays(today, 1), params["last"] === "month" ? monthEnd : addDays(today, 7));
}
