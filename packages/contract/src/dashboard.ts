import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";
import { moment, nullable, uuid } from "./registry/fields.js";
import { SessionFilters } from "./session-list.js";
import { SessionTokens } from "./session-tokens.js";

export const DASHBOARD_METRICS = [
  "sessions",
  "active_users",
  "prompts",
  "tool_calls",
  "tool_failures",
  "tokens",
  "cost_usd",
  "stated_cost_usd",
  "sessions_without_price",
  "tokens_without_price",
  "downloads",
] as const;
export type DashboardMetric = (typeof DASHBOARD_METRICS)[number];

export const DASHBOARD_INTERVALS = ["hour", "day", "week"] as const;
export const DASHBOARD_GROUPS = ["agent", "component", "harness", "model", "team", "user"] as const;

const count = Type.Integer({ minimum: 0 });
const filters = { ...SessionFilters, team_id: Type.Optional(uuid) };
export const DashboardFilter = Type.Object(filters);
export type DashboardFilter = Static<typeof DashboardFilter>;

export const DashboardSummary = Type.Object(
  {
    from: moment,
    to: moment,
    sessions: count,
    active_users: count,
    members: nullable(
      Type.Integer({
        minimum: 0,
        description: "Users who could be active: all, or the members of the team; null for the data of one user",
      }),
    ),
    prompts: count,
    tool_calls: count,
    tool_failures: count,
    tokens: SessionTokens,
    cost_usd: Type.Number({
      description: "Sum of all known costs; see sessions_without_price for sessions that are not included",
    }),
    stated_cost_usd: Type.Number({
      description: "The part of cost_usd reported by harnesses rather than computed from prices",
    }),
    sessions_without_price: Type.Integer({
      minimum: 0,
      description: "Number of sessions that used a model without a known price, or do not tell what they used",
    }),
    tokens_without_price: Type.Integer({ minimum: 0, description: "Tokens of models without a known price" }),
    unpriced_models: Type.Array(Type.String(), { description: "Models without a known price" }),
    downloads: count,
    sessions_not_counted: Type.Integer({
      minimum: 0,
      description:
        "Sessions of the period recorded before an upgrade that are still being counted; the figures lack them",
    }),
    sessions_purged: Type.Integer({
      minimum: 0,
      description:
        "Sessions of the period with lines deleted by retention or a purge; the figures lack those lines, while lists keep the sessions with their sums",
    }),
  },
  { $id: "DashboardSummary" },
);
export type DashboardSummary = Static<typeof DashboardSummary>;

/** What all dashboard endpoints have in common. */
export const OF_DASHBOARD = {
  module: "telemetry",
  access: "user",
  method: "GET",
  audited: false,
  readsOthers: READS.usage,
  params: None,
  body: None,
  errors: ["forbidden", "validation_failed"],
} as const;

export const getDashboardSummary = endpoint({
  ...OF_DASHBOARD,
  path: "/dashboard/summary",
  summary:
    "Returns activity totals for a period, by default the last 30 days. Admins see all users; others see their own activity",
  query: DashboardFilter,
  reply: DashboardSummary,
});

export const getDashboardSeries = endpoint({
  ...OF_DASHBOARD,
  path: "/dashboard/series",
  summary: "Returns a metric as a time series",
  query: Type.Object({
    ...filters,
    metric: Type.Enum([...DASHBOARD_METRICS]),
    interval: Type.Enum([...DASHBOARD_INTERVALS], { default: "day" }),
    group_by: Type.Optional(Type.Enum([...DASHBOARD_GROUPS])),
  }),
  reply: Type.Array(
    Type.Object(
      { time: moment, group: nullable(Type.String()), value: nullable(Type.Number()) },
      { $id: "DashboardPoint" },
    ),
  ),
});
