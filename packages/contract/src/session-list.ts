import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";
import { uuid } from "./registry/fields.js";
import { ListPage } from "./registry/shapes.js";
import { SESSION_STATES } from "./session-states.js";
import { Session } from "./sessions.js";

const name = Type.Optional(Type.String({ minLength: 1, maxLength: 512 }));
const when = Type.Optional(Type.String({ maxLength: 40, description: "Date or RFC 3339 timestamp" }));

/** What dashboards can be filtered by too. */
export const SessionFilters = {
  harness: name,
  agent_id: Type.Optional(uuid),
  project: name,
  user_id: Type.Optional(Type.String({ format: "uuid", description: "Only admins can pass the ID of another user" })),
  model: name,
  has_errors: Type.Optional(Type.Boolean()),
  from: when,
  to: when,
};
export const SessionFilter = Type.Object({
  ...SessionFilters,
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Searches the redacted text, or the title, first prompt, directory and branch",
    }),
  ),
  team_id: Type.Optional(
    Type.String({ format: "uuid", description: "Sessions of the team's members, among those that the caller may see" }),
  ),
  my_teams: Type.Optional(
    Type.Boolean({
      description: "With true, sessions of the members of the caller's teams, among those that the caller may see",
    }),
  ),
  mcp_server: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: "Sessions that called a tool of this MCP server" }),
  ),
  tool: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "Sessions that called this tool within the period" }),
  ),
  error: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        "Sessions with a failed tool call within the period whose error is this one, as /dashboard/failures names it",
    }),
  ),
  tool_failed: Type.Optional(
    Type.Boolean({
      description:
        "With true, sessions with a failed tool call within the period; with tool or mcp_server, a failed call of it",
    }),
  ),
  top_level: Type.Optional(
    Type.Boolean({ description: "True: no sessions of subagents. False: only sessions of subagents" }),
  ),
  state: Type.Optional(
    Type.Enum([...SESSION_STATES], {
      description: "recording: not final, with an event in the last 5 minutes; unfinished: not final, without one",
    }),
  ),
});
export type SessionFilter = Static<typeof SessionFilter>;

export const SESSION_SORTS = ["last_event", "started", "calls", "failures"] as const;
export type SessionSort = (typeof SESSION_SORTS)[number];
const sort = Type.Optional(
  Type.Enum([...SESSION_SORTS], { default: "last_event", description: "Highest or latest first" }),
);

const OF_SESSIONS = {
  module: "telemetry",
  access: "user",
  method: "GET",
  audited: false,
  readsOthers: READS.sessionList,
  params: None,
  body: None,
  errors: ["forbidden", "validation_failed"],
} as const;

export const listSessions = endpoint({
  ...OF_SESSIONS,
  path: "/sessions",
  summary: "Lists the caller's sessions, most recent event first; admins see the sessions of all users",
  query: Type.Object({ ...SessionFilter.properties, sort, ...ListPage }),
  reply: Type.Array(Session),
});

/** More days than anyone scrolls through. */
export const MAX_COUNTED_DAYS = 400;

const count = Type.Integer({ minimum: 0 });
const DayCount = Type.Object({ day: Type.String({ format: "date" }), sessions: count, tool_failures: count });
export const SessionCounts = Type.Object(
  {
    total: count,
    tool_failures: count,
    by_day: Type.Array(DayCount, {
      maxItems: MAX_COUNTED_DAYS,
      description: "By the day of the last event, latest first; days without sessions are left out",
    }),
  },
  { $id: "SessionCounts" },
);
export type SessionCounts = Static<typeof SessionCounts>;

export const countSessions = endpoint({
  ...OF_SESSIONS,
  path: "/telemetry/sessions/count",
  summary: "Counts the sessions that the list with the same filters shows, in total and by day",
  query: Type.Object({
    ...SessionFilter.properties,
    time_zone: Type.Optional(
      Type.String({ maxLength: 64, default: "UTC", description: "IANA name of the time zone that days are in" }),
    ),
  }),
  reply: SessionCounts,
});

export const SESSION_EXPORT_FORMATS = ["csv", "jsonl"] as const;
export const MAX_EXPORTED_SESSIONS = 10_000;

export const exportSessions = endpoint({
  ...OF_SESSIONS,
  path: "/telemetry/sessions/export",
  summary: `Exports the sessions that the list with the same filters and order shows, up to ${MAX_EXPORTED_SESSIONS.toLocaleString("en")}; X-Total-Count tells how many there are`,
  readsOthers: READS.sessionExport,
  query: Type.Object({
    ...SessionFilter.properties,
    sort,
    format: Type.Optional(Type.Enum([...SESSION_EXPORT_FORMATS], { default: "csv" })),
  }),
  reply: Type.Unsafe<AsyncIterable<unknown>>({ type: "string" }),
  produces: ["text/csv", "application/x-ndjson"],
});
