import type { BudgetPeriod } from "@tackroom/contract";
import { expect, test } from "vitest";
import { periodAt } from "./period.js";

const CASES: readonly [BudgetPeriod, at: string, start: string, end: string][] = [
  ["day", "2026-03-02T00:00:00.000Z", "2026-03-02", "2026-03-03"],
  ["day", "2026-03-02T23:59:59.999Z", "2026-03-02", "2026-03-03"],
  ["day", "2026-12-31T12:00:00.000Z", "2026-12-31", "2027-01-01"],
  ["day", "2024-02-28T12:00:00.000Z", "2024-02-28", "2024-02-29"],
  ["day", "2026-02-28T12:00:00.000Z", "2026-02-28", "2026-03-01"],
  // Clocks change in many places on these days, but not in UTC.
  ["day", "2026-03-29T01:30:00.000Z", "2026-03-29", "2026-03-30"],
  ["week", "2026-03-02T00:00:00.000Z", "2026-03-02", "2026-03-09"],
  ["week", "2026-03-08T23:59:59.999Z", "2026-03-02", "2026-03-09"],
  ["week", "2026-03-01T12:00:00.000Z", "2026-02-23", "2026-03-02"],
  ["week", "2024-02-29T12:00:00.000Z", "2024-02-26", "2024-03-04"],
  ["week", "2027-01-01T12:00:00.000Z", "2026-12-28", "2027-01-04"],
  ["month", "2026-01-31T23:59:59.999Z", "2026-01-01", "2026-02-01"],
  ["month", "2026-02-01T00:00:00.000Z", "2026-02-01", "2026-03-01"],
  ["month", "2024-02-29T12:00:00.000Z", "2024-02-01", "2024-03-01"],
  ["month", "2026-12-31T23:59:59.999Z", "2026-12-01", "2027-01-01"],
];

test.each(CASES)("the %s of %s begins on %s and ends before %s", (period, at, start, end) => {
  const found = periodAt(period, new Date(at));
  expect([found.start.toISOString(), found.end.toISOString()]).toEqual([
    `${start}T00:00:00.000Z`,
    `${end}T00:00:00.000Z`,
  ]);
});

test.each(["day", "week", "month"] as const)("one %s ends where the next begins, over four years", (period) => {
  let at = periodAt(period, new Date("2023-12-15T00:00:00Z"));
  while (at.end.getUTCFullYear() < 2028) {
    const next = periodAt(period, at.end);
    expect(next.start).toEqual(at.end);
    expect(periodAt(period, new Date(at.end.getTime() - 1))).toEqual(at);
    at = next;
  }
});
