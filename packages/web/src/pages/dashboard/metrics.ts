import type { DashboardMetric, DashboardSummary } from "@tackroom/contract";
import { compactNumber, costText, exactNumber } from "../../ui/data/figures.js";

export interface Metric {
  readonly id: DashboardMetric;
  readonly name: string;
  readonly valueOf: (summary: DashboardSummary) => number | null;
  readonly format: (value: number) => string;
  /** Why the parts can add up to more than the total of the period. */
  readonly countedAgain?: string;
  /** A note next to the total. */
  readonly noteOf?: (summary: DashboardSummary) => string | undefined;
  /** The filter for sessions that have this metric. */
  readonly filter?: Readonly<Record<string, string>>;
}

/** The metrics of the dashboard, in order. */
export const METRICS: readonly Metric[] = [
  {
    id: "sessions",
    name: "Sessions",
    valueOf: ({ sessions }) => sessions,
    format: exactNumber,
    countedAgain: "Summed over days: a session that spans midnight counts on both days.",
  },
  {
    id: "active_users",
    name: "Active users",
    valueOf: (summary) => summary.active_users,
    format: exactNumber,
    countedAgain: "Summed over days: a user who is active on two days counts on both.",
  },
  { id: "prompts", name: "Prompts", valueOf: ({ prompts }) => prompts, format: exactNumber },
  { id: "tool_calls", name: "Tool calls", valueOf: (summary) => summary.tool_calls, format: exactNumber },
  {
    id: "tool_failures",
    name: "Failed tool calls",
    valueOf: (summary) => summary.tool_failures,
    format: exactNumber,
    filter: { has_errors: "true" },
  },
  { id: "tokens", name: "Tokens", valueOf: ({ tokens }) => tokens.total, format: compactNumber },
  { id: "cost_usd", name: "Cost", valueOf: (summary) => summary.cost_usd, format: costText, noteOf: costNote },
  {
    id: "sessions_without_price",
    name: "Sessions without a price",
    valueOf: (summary) => summary.sessions_without_price,
    format: exactNumber,
  },
];

/** What is missing from the sum, and which part was reported by harnesses. */
export function costNote(summary: DashboardSummary): string | undefined {
  const { sessions_without_price: without, unpriced_models: models, stated_cost_usd: stated } = summary;
  const names = models.map((model) => model || "unnamed").join(", ");
  const notes = [
    stated > 0 && `${costText(stated)} of it reported by harnesses`,
    without === 1 && `1 session has no price (${names})`,
    without > 1 && `${exactNumber(without)} sessions have no price (${names})`,
  ].filter((note) => note !== false);
  return notes.length === 0 ? undefined : notes.join("; ");
}
