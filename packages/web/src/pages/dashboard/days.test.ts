import { expect, test } from "vitest";
import { datesBetween, forecastDays, stretchesOf } from "./days.js";

const NOW = new Date("2026-11-18T15:00:00Z");

test.each([
  [{}, ["2026-10-22", "2026-11-18", "2026-09-24", "2026-10-21"], true],
  [{ last: "7" }, ["2026-11-12", "2026-11-18", "2026-11-05", "2026-11-11"], true],
  [{ last: "month" }, ["2026-11-01", "2026-11-18", "2026-10-14", "2026-10-31"], true],
  [{ from: "2026-03-01", to: "2026-03-10" }, ["2026-03-01", "2026-03-10", "2026-02-19", "2026-02-28"], false],
  [{ from: "2026-11-17" }, ["2026-11-17", "2026-11-18", "2026-11-15", "2026-11-16"], true],
  [{ from: "2026-11-17", to: "2030-01-01" }, ["2026-11-17", "2026-11-18", "2026-11-15", "2026-11-16"], true],
  [{ from: "nonsense" }, ["2026-10-22", "2026-11-18", "2026-09-24", "2026-10-21"], true],
])("%j begins and ends, after as many days before, on %j", (params, ends, isOpen) => {
  const { days, before, ...rest } = stretchesOf(params, NOW);
  expect([days[0], days.at(-1), before[0], before.at(-1)]).toEqual(ends);
  expect(before).toHaveLength(days.length);
  expect(rest.isOpen).toBe(isOpen);
});

test("a period that ends before it begins has no days", () => {
  expect(stretchesOf({ from: "2026-03-10", to: "2026-03-01" }, NOW)).toMatchObject({ days: [], before: [] });
});

test("the month is forecast to its end, any other period for a week, and the past not at all", () => {
  const month = { last: "month" };
  expect(forecastDays(month, stretchesOf(month, NOW))).toEqual(datesBetween("2026-11-19", "2026-11-30"));
  expect(forecastDays({}, stretchesOf({}, NOW))).toHaveLength(7);
  const past = { from: "2026-03-01", to: "2026-03-10" };
  expect(forecastDays(past, stretchesOf(past, NOW))).toEqual([]);
});
