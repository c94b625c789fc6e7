import type { AlertMetric } from "@tackroom/contract";
import { createRankedCounts } from "./ranked-counts.js";

/** What happened in the minute that begins then (milliseconds since 1970). Several rows may be about the same minute. */
interface OfMinute {
  readonly minute: number;
}
export interface CallsRow extends OfMinute {
  readonly calls: number;
  readonly failures: number;
}
export interface LatencyRow extends OfMinute {
  readonly latencies: readonly number[];
  /** How often each of them occurred. */
  readonly counts: readonly number[];
}
export interface AmountRow extends OfMinute {
  readonly amount: number;
}

/** The rows that a metric is made of. */
export type MetricRows =
  | { readonly metric: "error_rate"; readonly rows: readonly CallsRow[] }
  | { readonly metric: "latency_p99"; readonly rows: readonly LatencyRow[] }
  | { readonly metric: "token_usage" | "cost_usd"; readonly rows: readonly AmountRow[] };

/** Rows come into it and leave it by their index; its value follows in no more time than they take. */
interface MetricWindow {
  readonly minutes: readonly number[];
  add(index: number): void;
  remove(index: number): void;
  /** Null: there is nothing to measure. */
  value(): number | null;
}

/** The rows in the order of time, and an empty window over them. */
export function openWindow(given: MetricRows): MetricWindow {
  switch (given.metric) {
    case "error_rate":
      return errorRate(inOrder(given.rows));
    case "latency_p99":
      return percentile99(inOrder(given.rows));
    default:
      return sumOf(inOrder(given.rows), UNITS_OF[given.metric]);
  }
}

const inOrder = <Row extends OfMinute>(rows: readonly Row[]): Row[] => rows.toSorted((a, b) => a.minute - b.minute);
const minutesOf = (rows: readonly OfMinute[]): number[] => rows.map(({ minute }) => minute);

function errorRate(rows: readonly CallsRow[]): MetricWindow {
  let calls = 0;
  let failures = 0;
  const change = (index: number, sign: 1 | -1): void => {
    calls += sign * (rows[index]?.calls ?? 0);
    failures += sign * (rows[index]?.failures ?? 0);
  };
  return {
    minutes: minutesOf(rows),
    add: (index) => change(index, 1),
    remove: (index) => change(index, -1),
    // A call counts when it is made and its failure when the result comes, so a short window may hold the failure alone.
    value: () => (calls + failures === 0 ? null : failures / Math.max(calls, failures)),
  };
}

function percentile99(rows: readonly LatencyRow[]): MetricWindow {
  const occurring = new Set<number>();
  for (const { latencies } of rows) for (const latency of latencies) occurring.add(latency);
  const ranked = createRankedCounts(occurring);
  const change = (index: number, sign: 1 | -1): void => {
    const { latencies = [], counts = [] } = rows[index] ?? {};
    for (const [at, latency] of latencies.entries()) ranked.change(latency, sign * (counts[at] ?? 0));
  };
  return {
    minutes: minutesOf(rows),
    add: (index) => change(index, 1),
    remove: (index) => change(index, -1),
    // Nearest rank: the smallest that at least 99 of 100 do not exceed. In integers, since 0.99 * 100 is not quite 99.
    value: () => (ranked.size() === 0 ? null : ranked.ranked(Math.ceil((99 * ranked.size()) / 100))),
  };
}

/** Sums are of integers: what is added as a fraction and taken away again leaves a rest, which is above zero. */
const UNITS_OF: Readonly<Record<Exclude<AlertMetric, "error_rate" | "latency_p99">, number>> = {
  token_usage: 1,
  cost_usd: 1_000_000,
};

function sumOf(rows: readonly AmountRow[], units: number): MetricWindow {
  const amounts = rows.map(({ amount }) => Math.round(amount * units));
  let sum = 0;
  return {
    minutes: minutesOf(rows),
    add: (index) => void (sum += amounts[index] ?? 0),
    remove: (index) => void (sum -= amounts[index] ?? 0),
    value: () => sum / units,
  };
}
