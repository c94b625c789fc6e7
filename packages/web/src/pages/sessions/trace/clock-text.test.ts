import { expect, test } from "vitest";
import { clockText, spanText } from "./clock-text.js";

test("times into a session and durations are short", () => {
  expect([0, 82_000, 3_723_000, -5].map(clockText)).toEqual(["0:00", "1:22", "1:02:03", "0:00"]);
  expect([400, 35 * 60_000, 220 * 60_000, 2 * 3_600_000, 42_000].map(spanText)).toEqual([
    "0.4 s",
    "35 min",
    "3 h 40 min",
    "2 h",
    "42 s",
  ]);
});
