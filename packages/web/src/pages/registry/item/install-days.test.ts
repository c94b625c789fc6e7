import { expect, test } from "vitest";
import { installDays } from "./install-days.js";

test("days without an install are zeros, from the first day of the period to today", () => {
  const series = [
    { date: "2026-02-27", downloads: 2 },
    { date: "2026-03-01", downloads: 5 },
  ];
  const { times, installs } = installDays(series, 3, new Date("2026-03-01T10:00:00Z"));
  expect(times.map((time) => new Date(time * 1000).toISOString())).toEqual([
    "2026-02-26T00:00:00.000Z",
    "2026-02-27T00:00:00.000Z",
    "2026-02-28T00:00:00.000Z",
    "2026-03-01T00:00:00.000Z",
  ]);
  expect(installs).toEqual([0, 2, 0, 5]);
});
