import { expect, test } from "vitest";
import { forecastOf, percentOf, reachedLevels } from "./spending.js";

const MARCH = { start: new Date("2026-03-01T00:00:00Z"), end: new Date("2026-04-01T00:00:00Z") };
const DAY = { start: new Date("2026-03-01T00:00:00Z"), end: new Date("2026-03-02T00:00:00Z") };

test.each([
  [10, DAY, "2026-03-01T12:00:00Z", 20],
  [10, DAY, "2026-03-01T06:00:00Z", 40],
  [0, DAY, "2026-03-01T12:00:00Z", 0],
  [10, DAY, "2026-03-01T01:11:59Z", null],
  [10, DAY, "2026-03-01T01:12:00Z", 200],
  [31, MARCH, "2026-03-02T00:00:00Z", null],
  [31, MARCH, "2026-03-11T00:00:00Z", 96.1],
  [31, MARCH, "2026-03-31T23:59:59.999Z", 31],
  // The period is over: a clock that runs ahead does not make it cheaper.
  [31, MARCH, "2026-04-02T00:00:00Z", 31],
  [1 / 3, DAY, "2026-03-01T23:59:59.999Z", 1 / 3],
])("%s spent of %o by %s foretells %s", (spent, period, now, expected) => {
  expect(forecastOf(spent, period, new Date(now))).toBe(expected);
});

test.each([
  [0, 100, 0, []],
  [79.999999, 100, 79.9, []],
  [80, 100, 80, [80]],
  [0.24, 0.3, 80, [80]],
  [99.9999, 100, 99.9, [80]],
  [100, 100, 100, [80, 100]],
  [0.3, 0.1 + 0.2, 100, [80, 100]],
  [250, 100, 250, [80, 100]],
  [1e9, 0.01, 1e13, [80, 100]],
])("%s of %s are %s %% and reach %o", (spent, amount, percent, levels) => {
  expect(percentOf(spent, amount)).toBe(percent);
  expect(reachedLevels(spent, amount)).toEqual(levels);
});
