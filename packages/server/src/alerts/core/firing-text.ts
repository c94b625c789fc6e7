import type { AlertRule } from "@tackroom/contract";

type Watched = Pick<AlertRule, "name" | "metric" | "condition" | "threshold" | "window_minutes">;

const NAMES: Readonly<Record<AlertRule["metric"], string>> = {
  error_rate: "Error rate",
  latency_p99: "99th percentile of tool latency",
  token_usage: "Token usage",
  cost_usd: "Cost",
};

const number = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 2 });
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 4 });

const SHOWN: Readonly<Record<AlertRule["metric"], (value: number) => string>> = {
  error_rate: (value) => percent.format(value),
  latency_p99: (value) => `${number.format(value)} ms`,
  token_usage: (value) => `${number.format(value)} tokens`,
  cost_usd: (value) => dollars.format(value),
};

/** What the inbox says about a firing. */
export function firingText(
  { name, metric, condition, threshold, window_minutes: minutes }: Watched,
  value: number,
): { title: string; text: string } {
  const show = SHOWN[metric];
  const window = minutes === 1 ? "the last minute" : `the last ${minutes} minutes`;
  return {
    title: `Alert ${name} has fired`,
    text: `${NAMES[metric]} was ${show(value)} over ${window}, ${condition} the threshold of ${show(threshold)}.`,
  };
}
