import { expect, test } from "vitest";
import { installDays } from "./install-days.js";

test("days without an install are zeros, from the first day of the period to today", () => {
  const series = [
    { date: "2026-02-27", downloads: 2 },
    { date: "2026-03-01", downloads: 5 },
  ];
  const { dates, installs } = installDays(series, 3, new Date("2026-03-01T10:00:00Z"));
  expect(dates).toEqual(["2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01"]);
  expect(installs).toEqual([0, 2, 0, 5]);
});
