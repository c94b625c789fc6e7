import { expect, test } from "vitest";
import { ageOf, momentText } from "./age.js";

const NOW = new Date("2026-06-15T12:00:00Z");

test.each([
  ["2026-06-15T11:59:30Z", "just now"],
  ["2026-06-15T11:58:00Z", "2 minutes ago"],
  ["2026-06-15T09:00:00Z", "3 hours ago"],
  ["2026-06-14T11:00:00Z", "1 day ago"],
  ["2026-06-01T12:00:00Z", "2 weeks ago"],
  ["2025-01-01T12:00:00Z", "1 year ago"],
  ["2026-06-17T13:00:00Z", "in 2 days"],
])("%s is %s", (moment, expected) => {
  expect(ageOf(new Date(moment), NOW)).toBe(expected);
});

test("a time is shown in the local time zone", () => {
  expect(momentText(new Date(2026, 0, 5, 7, 8, 9))).toBe("2026-01-05 07:08:09");
});
