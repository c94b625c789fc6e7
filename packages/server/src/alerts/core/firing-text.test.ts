import { expect, test } from "vitest";
import { firingText } from "./firing-text.js";

const RULE = { name: "Flaky search", condition: "above", window_minutes: 5 } as const;

test.each([
  ["error_rate", 0.2, 0.405, "Error rate was 40.5% over the last 5 minutes, above the threshold of 20%."],
  [
    "latency_p99",
    1500,
    2400,
    "99th percentile of tool latency was 2,400 ms over the last 5 minutes, above the threshold of 1,500 ms.",
  ],
  [
    "token_usage",
    1e6,
    1_250_000,
    "Token usage was 1,250,000 tokens over the last 5 minutes, above the threshold of 1,000,000 tokens.",
  ],
  ["cost_usd", 10, 12.345678, "Cost was $12.3457 over the last 5 minutes, above the threshold of $10.00."],
] as const)("%s", (metric, threshold, value, text) => {
  expect(firingText({ ...RULE, metric, threshold }, value)).toEqual({ title: "Alert Flaky search has fired", text });
});
