import { expect, test } from "vitest";
import { addDays, datesBetween } from "./days.js";
import { forecast } from "./forecast.js";

const TODAY = "2026-11-18";
const BEGIN = addDays(TODAY, -28);
const HISTORY = datesBetween(BEGIN, addDays(TODAY, -1));
const AHEAD = datesBetween(addDays(TODAY, 1), addDays(TODAY, 7));

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
const valuesOf = (valueOf: (day: string, at: number) => number): Map<string, number> =>
  new Map(HISTORY.map((day, at) => [day, valueOf(day, at)]));

test("weeks that are all the same go on like that, without a doubt", () => {
  const same = forecast(
    valuesOf((day) => (isWeekend(day) ? 2 : 10)),
    BEGIN,
    TODAY,
    AHEAD,
  );
  expect(same?.days.map(({ value }) => value)).toEqual([10, 10, 10, 2, 2, 10, 10, 10]);
  expect(same?.total).toBe(64);
  expect(same?.error).toBe(0);
});

test("today is expected to become what its weekday is, and never less than it has", () => {
  const values = valuesOf(() => 10);
  const rest = (spent: number): number | undefined =>
    forecast(new Map([...values, [TODAY, spent]]), BEGIN, TODAY, [])?.days[0]?.value;
  expect([0, 4, 10, 25].map(rest)).toEqual([10, 6, 0, 0]);
});

test("the range is one standard error of the weekday means", () => {
  // Each weekday has 8, 10, 12 and 10 in four weeks: a deviation of √(8/3), an error of half of that.
  const values = valuesOf((_day, at) => [8, 10, 12, 10][Math.floor(at / 7)] ?? 0);
  const error = Math.sqrt(8 / 3) / 2;
  expect(forecast(values, BEGIN, TODAY, AHEAD.slice(0, 1))?.error).toBeCloseTo(Math.sqrt(2) * error);
  // Today's weekday comes once more after a week, and is off in the same direction.
  expect(forecast(values, BEGIN, TODAY, AHEAD)?.error).toBeCloseTo(Math.sqrt(6 + 4) * error);
});

test("days without spending count as zero, days before the first recorded one do not count", () => {
  const late = addDays(TODAY, -14);
  const values = new Map(datesBetween(late, addDays(TODAY, -1)).map((day) => [day, 7]));
  expect(forecast(values, late, TODAY, AHEAD)?.total).toBe(56);
  expect(forecast(values, BEGIN, TODAY, AHEAD)?.total).toBe(28);
});

test("less than a week is no ground for a forecast", () => {
  expect(
    forecast(
      valuesOf(() => 1),
      addDays(TODAY, -6),
      TODAY,
      AHEAD,
    ),
  ).toBeUndefined();
  expect(forecast(new Map(), undefined, TODAY, AHEAD)).toBeUndefined();
  expect(
    forecast(
      valuesOf(() => 1),
      addDays(TODAY, -7),
      TODAY,
      AHEAD,
    ),
  ).toBeDefined();
});
