import type { AlertFiring } from "@tackroom/contract";
import { describe, expect, test } from "vitest";
import { minutesText, sentenceOf, stateOf, testResult, valueText } from "./alert-words.js";

const RULE = {
  metric: "error_rate",
  target_type: "mcp",
  target_id: "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01",
  target_name: "acme/search",
  condition: "above",
  threshold: 0.2,
  window_minutes: 5,
} as const;

describe("a rule in one sentence", () => {
  test.each([
    [{}, "Error rate of acme/search above 20 % over 5 minutes"],
    [{ target_name: null, target_id: "search" }, "Error rate of search above 20 % over 5 minutes"],
    [{ target_type: "all", target_id: "", target_name: null }, "Error rate of all sessions above 20 % over 5 minutes"],
    [
      { metric: "latency_p99", threshold: 1500, condition: "below", window_minutes: 1 },
      "Latency (p99) of acme/search below 1,500 ms over 1 minute",
    ],
    [
      { metric: "token_usage", threshold: 2_000_000, window_minutes: 120 },
      "Tokens of acme/search above 2M over 2 hours",
    ],
    [{ metric: "cost_usd", threshold: 12.5, window_minutes: 1440 }, "Cost of acme/search above $12.50 over 1 day"],
  ] as const)("%j", (changes, sentence) => {
    expect(sentenceOf({ ...RULE, ...changes })).toBe(sentence);
  });
});

test.each([
  [0, "0 minutes"],
  [1, "1 minute"],
  [60, "1 hour"],
  [90, "90 minutes"],
  [2880, "2 days"],
])("%d minutes are %s", (minutes, text) => {
  expect(minutesText(minutes)).toBe(text);
});

test("a value that is not known is not a zero", () => {
  expect(valueText("error_rate", null)).toBe("no data");
  expect(valueText("error_rate", 0)).toBe("0 %");
  expect(valueText("error_rate", 0.07)).toBe("7 %");
  expect(valueText("error_rate", 1 / 3)).toBe("33.33 %");
  expect(valueText("error_rate", 0.000012)).toBe("0.0012 %");
});

test("a paused rule shows that instead of a state that is no longer looked at", () => {
  expect(stateOf({ status: "paused", state: "firing" }).label).toBe("Paused");
  expect(stateOf({ status: "active", state: "firing" })).toEqual({ label: "Firing", tone: "bad" });
  expect(stateOf({ status: "active", state: "no_data" }).label).toBe("No data");
});

describe("a test", () => {
  const firing = (changes: Partial<AlertFiring>): AlertFiring =>
    ({ delivery_status: "delivered", response_code: 204, error: null, ...changes }) as AlertFiring;
  test.each([
    [{}, true, "The test was delivered. The webhook responded with HTTP 204."],
    [
      { delivery_status: "pending", response_code: null },
      true,
      "The test is being sent. See the history for its result.",
    ],
    [
      { delivery_status: "failed", response_code: 404 },
      false,
      "The test was not delivered. The webhook responded with HTTP 404.",
    ],
    [
      { delivery_status: "failed", response_code: null, error: "It does not answer." },
      false,
      "The test was not delivered. It does not answer.",
    ],
  ] as const)("that ended with %j", (changes, ok, text) => {
    expect(testResult(firing(changes))).toEqual({ ok, text });
  });
});
