import { expect, test } from "vitest";
import { periodAt } from "./period.js";
import { warningText } from "./warning-text.js";

test.each([
  ["month", 80, "Budget Shop has reached 80 %", "$1,234.50 of $1,500.00 spent from 2026-02-01 to 2026-02-28 (UTC)."],
  ["week", 100, "Budget Shop is used up", "$1,234.50 of $1,500.00 spent from 2026-02-23 to 2026-03-01 (UTC)."],
  ["day", 80, "Budget Shop has reached 80 %", "$1,234.50 of $1,500.00 spent on 2026-02-28 (UTC)."],
] as const)("of a %s at %s %%", (period, level, title, text) => {
  const bounds = periodAt(period, new Date("2026-02-28T10:00:00Z"));
  expect(warningText({ name: "Shop", level, spent: 1234.5, amount: 1500, period, bounds })).toEqual({
    title,
    text: `${text} Nothing is blocked.`,
  });
});
