import { describe, expect, test } from "vitest";
import { forecastText, levelOf, scopeText, shareOf, spentText, unpricedText, type Budget } from "./budget-words.js";

const BUDGET: Budget = {
  id: "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01",
  name: "Payments",
  scope_type: "team",
  scope_id: "1f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d02",
  scope_name: "payments",
  amount_usd: 1500,
  period: "month",
  status: "active",
  created_by: null,
  created_at: "2026-02-01T10:00:00.000Z",
  period_start: "2026-02-01T00:00:00.000Z",
  period_end: "2026-03-01T00:00:00.000Z",
  spent_usd: 1234.5,
  percent: 82.3,
  forecast_usd: 1600,
  sessions_without_price: 0,
  warnings: [],
};

test.each([
  [{ scope_type: "all", scope_name: null }, "Everyone"],
  [{ scope_type: "user", scope_name: "ada" }, "User ada"],
  [{ scope_type: "agent", scope_name: null }, "Agent that you cannot see"],
] as const)("%o is for %s", (scope, text) => {
  expect(scopeText(scope)).toBe(text);
});

test.each([
  [0, "calm"],
  [79.9, "calm"],
  [80, "near"],
  [99.9, "near"],
  [100, "over"],
] as const)("%s %% is %s", (percent, level) => {
  expect(levelOf(percent)).toBe(level);
});

describe("the words of a budget", () => {
  test("say what is spent", () => {
    expect(spentText(BUDGET)).toBe("$1,234.50 of $1,500.00 this month (82.3 %)");
  });

  test("say what is foretold, and until which day", () => {
    expect(forecastText(BUDGET)).toBe("Forecast $1,600.00 until 2026-02-28: over the budget");
    expect(forecastText({ ...BUDGET, forecast_usd: 1500 })).toBe("Forecast $1,500.00 until 2026-02-28");
    expect(forecastText({ ...BUDGET, forecast_usd: null })).toBe("Too early for a forecast");
  });

  test("say what is not counted", () => {
    expect([0, 1, 2].map((count) => unpricedText({ sessions_without_price: count }))).toEqual([
      null,
      "1 session has no known price",
      "2 sessions have no known price",
    ]);
  });

  test("a bar ends at the amount", () => {
    expect([shareOf(0, 10), shareOf(5, 10), shareOf(50, 10)]).toEqual([0, 50, 100]);
  });
});
