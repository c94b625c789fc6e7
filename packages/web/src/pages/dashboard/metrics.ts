import type { DashboardMetric, DashboardSummary } from "@tackroom/contract";
import { compactNumber, costText, exactNumber } from "../../ui/figures.js";

export interface Metric {
  readonly id: DashboardMetric;
  readonly name: string;
  readonly valueOf: (summary: DashboardSummary) => number | null;
  readonly format: (value: number) => string;
  /** Why the parts of a period add up to more than the period, where they do. */
  readonly countedAgain?: string;
  /** What only some of the sessions have. */
  readonly filter?: Readonly<Record<string, string>>;
}

/** The figures of the dashboard, in their order. */
export const METRICS: readonly Metric[] = [
  {
    id: "sessions",
    name: "Sessions",
    valueOf: ({ sessions }) => sessions,
    format: exactNumber,
    countedAgain: "Added up over time: a session that goes on past midnight counts on both days.",
  },
  {
    id: "active_users",
    name: "Active people",
    valueOf: (summary) => summary.active_users,
    format: exactNumber,
    countedAgain: "Added up over time: whoever is active on two days counts on both.",
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
  { id: "cost_usd", name: "Cost", valueOf: (summary) => summary.cost_usd, format: costText },
];
