import { Type, type Static } from "typebox";
import { DashboardFilter, OF_DASHBOARD } from "./dashboard.js";
import { endpoint, READS } from "./endpoint.js";
import { nullable, uuid } from "./registry/fields.js";

const count = Type.Integer({ minimum: 0 });
const name = nullable(
  Type.String({ description: "The name of the user, team or agent; null for other keys and where it is not visible" }),
);

export const DASHBOARD_BREAKDOWNS = ["day", "user", "team", "agent", "mcp_server", "harness", "model"] as const;
export type DashboardBreakdownBy = (typeof DASHBOARD_BREAKDOWNS)[number];

export const DashboardRow = Type.Object(
  {
    key: nullable(
      Type.String({ description: "ID, name or date; null for sessions without a team, an agent or a model" }),
    ),
    name,
    sessions: count,
    active_users: count,
    members: nullable(Type.Integer({ minimum: 0, description: "Members of the team; null for other keys" })),
    tool_calls: count,
    tool_failures: count,
    tokens: Type.Integer({
      minimum: 0,
      description: "All tokens; with by=mcp_server those of the sessions that called the server, as for costs",
    }),
    cost_usd: Type.Number({ description: "Sum of all known costs" }),
    sessions_without_price: Type.Integer({
      minimum: 0,
      description: "Sessions that used a model without a known price, or do not tell what they used",
    }),
    tokens_without_price: Type.Integer({ minimum: 0, description: "Tokens of models without a known price" }),
  },
  { $id: "DashboardRow" },
);
export type DashboardRow = Static<typeof DashboardRow>;

const MAX_ROWS = 500;
export const MAX_EXPORTED_ROWS = 10_000;
const limit = Type.Integer({ minimum: 1, maximum: MAX_ROWS, default: 100 });
const filters = DashboardFilter.properties;
const breakdown = { ...filters, by: Type.Enum([...DASHBOARD_BREAKDOWNS]) };

export const getDashboardBreakdown = endpoint({
  ...OF_DASHBOARD,
  path: "/dashboard/breakdown",
  summary:
    "Returns the totals of a period by day, or by what they belong to, highest cost first. Only admins see teams and users",
  query: Type.Object({ ...breakdown, limit }),
  reply: Type.Array(DashboardRow),
});

const CSV = { reply: Type.Unsafe<string>({ type: "string" }), produces: ["text/csv"] } as const;

export const exportDashboardBreakdown = endpoint({
  ...OF_DASHBOARD,
  path: "/dashboard/breakdown/export",
  summary: `Exports the totals of a period as CSV, up to ${MAX_EXPORTED_ROWS.toLocaleString("en")} rows`,
  query: Type.Object(breakdown),
  ...CSV,
});

export const DASHBOARD_FAILURES = ["tool", "mcp_server", "agent", "error"] as const;
export type DashboardFailuresBy = (typeof DASHBOARD_FAILURES)[number];
export const MAX_FAILURE_EXAMPLES = 3;

const FailureExample = Type.Object({
  session_id: Type.String(),
  harness: Type.String(),
  project: Type.String(),
  project_name: Type.String({ description: "As in a session: the project, or the last folder of its directory" }),
  user_id: uuid,
  user_name: nullable(Type.String({ description: "The username; null if the account was deleted" })),
  title: nullable(Type.String({ description: "Title or first prompt" })),
});

export const DashboardFailure = Type.Object(
  {
    key: nullable(
      Type.String({ description: "Tool, MCP server, agent ID or error; null for an unknown tool and for no agent" }),
    ),
    name,
    calls: nullable(Type.Integer({ minimum: 0, description: "Null with by=error: calls have no error of their own" })),
    calls_before: nullable(count),
    failed: count,
    before: Type.Integer({ minimum: 0, description: "Failed calls in the period of equal length before" }),
    sessions: Type.Integer({ minimum: 0, description: "Sessions with such a failure" }),
    reason: Type.String({
      description:
        "The most frequent error: its first line, redacted, with numbers, paths and IDs replaced by placeholders",
    }),
    examples: Type.Array(FailureExample, {
      maxItems: MAX_FAILURE_EXAMPLES,
      description: "The latest sessions with this error, among those that the caller may open",
    }),
  },
  { $id: "DashboardFailure" },
);
export type DashboardFailure = Static<typeof DashboardFailure>;

const failures = { ...filters, by: Type.Enum([...DASHBOARD_FAILURES], { default: "tool" }) };

export const listDashboardFailures = endpoint({
  ...OF_DASHBOARD,
  path: "/dashboard/failures",
  summary: "Lists what fails in recorded sessions, most failed calls first, with the reason and example sessions",
  readsOthers: READS.sessionList,
  query: Type.Object({ ...failures, limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }) }),
  reply: Type.Array(DashboardFailure),
});

export const exportDashboardFailures = endpoint({
  ...OF_DASHBOARD,
  path: "/dashboard/failures/export",
  summary: "Exports what fails as CSV, up to 1,000 rows",
  readsOthers: READS.sessionExport,
  query: Type.Object(failures),
  ...CSV,
});
