import { expect, test } from "vitest";
import { costText, costWithUnknown } from "./cost-words.js";
import { readRange } from "./date-range.js";

const NOW = Date.parse("2026-11-18T16:00:00Z");

test.each([
  [undefined, {}],
  ["today", { from: "2026-11-18" }],
  ["7d", { from: "2026-11-12" }],
  ["30d", { from: "2026-10-20" }],
  ["month", { from: "2026-11-01" }],
  ["2026-10-01..2026-10-31", { from: "2026-10-01", to: "2026-10-31" }],
  ["2026-10-01..", { from: "2026-10-01" }],
  ["..2026-10-31", { to: "2026-10-31" }],
])("the period %s", (text, expected) => {
  expect(readRange(text, NOW)).toEqual(expected);
});

test.each(["", "..", "0d", "week", "-7d", "2026-1-1.."])("%j is not a period", (text) => {
  expect(() => readRange(text, NOW)).toThrow("--range");
});

test("a cost that nobody knows is not told as nothing", () => {
  expect([null, 0, 0.0213, 12.5].map(costText)).toEqual(["unknown", "$0.00", "$0.021", "$12.50"]);
  expect(costWithUnknown(3, 0)).toBe("$3.00");
  expect(costWithUnknown(3, 1)).toBe("$3.00 + unknown for 1 session");
  expect(costWithUnknown(0, 2)).toBe("unknown for 2 sessions");
});
