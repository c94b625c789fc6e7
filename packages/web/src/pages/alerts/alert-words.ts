import type { AlertFiring, AlertMetric, AlertRule } from "@tackroom/contract";
import { compactNumber, costText, exactNumber } from "../../ui/data/figures.js";
import type { Tone } from "../../ui/feedback/badge.js";

export interface MetricWords {
  readonly name: string;
  /** The unit in which a threshold is entered. */
  readonly unit: string;
  readonly explanation: string;
  /** The value of one unit: 1 % is sent as 0.01. */
  readonly scale: number;
  readonly format: (value: number) => string;
}

/** Two decimals, and of very small shares what is there. */
function percentText(share: number): string {
  const percent = share * 100;
  const rounded = Number(Math.abs(percent) < 0.01 ? percent.toPrecision(2) : percent.toFixed(2));
  return `${rounded.toLocaleString("en", { maximumFractionDigits: 12 })} %`;
}

/** The metrics, in the order in which they are offered. The compiler checks the keys against the contract. */
export const METRIC_WORDS: Readonly<Record<AlertMetric, MetricWords>> = {
  error_rate: {
    name: "Error rate",
    unit: "%",
    explanation: "The share of tool calls that failed. Without tool calls in the window, the rule does not fire.",
    scale: 0.01,
    format: percentText,
  },
  latency_p99: {
    name: "Latency (p99)",
    unit: "ms",
    explanation: "99 % of tool calls are faster than this. Without tool calls in the window, the rule does not fire.",
    scale: 1,
    format: (value) => `${exactNumber(Math.round(value))} ms`,
  },
  token_usage: {
    name: "Tokens",
    unit: "tokens",
    explanation: "All tokens of the window: input, output and cache.",
    scale: 1,
    format: compactNumber,
  },
  cost_usd: {
    name: "Cost",
    unit: "USD",
    explanation: "The cost of the window, as far as the prices of its models are known.",
    scale: 1,
    format: costText,
  },
};

export const METRICS = Object.keys(METRIC_WORDS) as readonly AlertMetric[];

export const valueText = (metric: AlertMetric, value: number | null): string =>
  value === null ? "no data" : METRIC_WORDS[metric].format(value);

const counted = (count: number, word: string): string => `${exactNumber(count)} ${word}${count === 1 ? "" : "s"}`;

/** "5 minutes", "2 hours", "1 day" */
export function minutesText(minutes: number): string {
  if (minutes > 0 && minutes % 1440 === 0) return counted(minutes / 1440, "day");
  return minutes > 0 && minutes % 60 === 0 ? counted(minutes / 60, "hour") : counted(minutes, "minute");
}

type Watched = Pick<
  AlertRule,
  "metric" | "target_type" | "target_id" | "target_name" | "condition" | "threshold" | "window_minutes"
>;

/** Null if the rule watches everything. */
const targetText = ({ target_type, target_id, target_name }: Watched): string | null =>
  target_type === "all" ? null : (target_name ?? target_id);

/** "Error rate of acme/search above 20 % over 5 minutes" */
export function sentenceOf(rule: Watched): string {
  const { name, format } = METRIC_WORDS[rule.metric];
  const target = targetText(rule) ?? "all sessions";
  return `${name} of ${target} ${rule.condition} ${format(rule.threshold)} over ${minutesText(rule.window_minutes)}`;
}

export interface StateWords {
  readonly label: string;
  readonly tone: Tone;
}

const STATES: Readonly<Record<AlertRule["state"], StateWords>> = {
  ok: { label: "OK", tone: "good" },
  firing: { label: "Firing", tone: "bad" },
  no_data: { label: "No data", tone: "neutral" },
};

/** A paused rule is not evaluated, so its last state says nothing. */
export const stateOf = ({ state, status }: Pick<AlertRule, "state" | "status">): StateWords =>
  status === "paused" ? { label: "Paused", tone: "warn" } : STATES[state];

export const DELIVERY_TONES: Readonly<Record<AlertFiring["delivery_status"], Tone>> = {
  pending: "info",
  delivered: "good",
  failed: "bad",
};

/** How a test went: what was said, and whether it is a failure. */
export function testResult(firing: AlertFiring): { readonly ok: boolean; readonly text: string } {
  const answer = firing.response_code === null ? "" : ` The webhook responded with HTTP ${firing.response_code}.`;
  if (firing.delivery_status === "failed") {
    return { ok: false, text: `The test was not delivered. ${firing.error ?? answer.trim()}`.trim() };
  }
  return firing.delivery_status === "pending"
    ? { ok: true, text: "The test is being sent. See the history for its result." }
    : { ok: true, text: `The test was delivered.${answer}` };
}

export const timesText = (count: number): string => (count === 1 ? "once" : `${exactNumber(count)} times`);
