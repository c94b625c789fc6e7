import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { moment, nullable } from "./registry/fields.js";

const name = Type.String({ minLength: 1, maxLength: 512 });
const latency = Type.Number({ minimum: 0, maximum: 1e12, default: 0 });
const MAX_EVENTS = 1000;
const OF_TELEMETRY = { module: "telemetry", access: "user", takesHooksTokens: true, params: None } as const;

export const ToolCallReport = Type.Object({
  mcp_server_id: name,
  tool_name: name,
  input_params: Type.Optional(Type.Unknown()),
  response: Type.Optional(Type.Unknown()),
  latency_ms: latency,
  status: Type.String({ maxLength: 64, default: "success" }),
  user_action: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
  session_id: Type.Optional(nullable(Type.String({ maxLength: 512 }))),
  harness: Type.Optional(nullable(Type.String({ maxLength: 512 }))),
  ide: Type.Optional(nullable(Type.String({ maxLength: 512, description: "Deprecated alias of `harness`" }))),
});
export type ToolCallReport = Static<typeof ToolCallReport>;

export const InteractionReport = Type.Object({
  agent_id: name,
  session_id: Type.Optional(nullable(Type.String({ maxLength: 512 }))),
  tool_calls: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
  user_action: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
  latency_ms: latency,
  harness: Type.Optional(nullable(Type.String({ maxLength: 512 }))),
});
export type InteractionReport = Static<typeof InteractionReport>;

export const postTelemetryEvents = endpoint({
  ...OF_TELEMETRY,
  method: "POST",
  path: "/telemetry/events",
  summary: "Stores tool calls and agent interactions reported by older clients",
  audited: false,
  readsOthers: false,
  anyContentType: true,
  bodyMayHoldNul: true,
  query: None,
  body: Type.Object({
    // Each is looked at by itself, so that one that cannot be read does not spoil the rest.
    tool_calls: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MAX_EVENTS })),
    agent_interactions: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MAX_EVENTS })),
  }),
  reply: Type.Object({ ingested: Type.Integer(), errors: Type.Integer() }, { $id: "TelemetryEventsReply" }),
  errors: ["validation_failed"],
});

export const LIFECYCLE_EVENTS = [
  "SessionStart",
  "SessionEnd",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "Stop",
  "StopFailure",
  "SubagentStart",
  "SubagentStop",
  "Notification",
  "TaskCreated",
  "TaskCompleted",
  "PreCompact",
  "PostCompact",
] as const;

export const postHookEvent = endpoint({
  ...OF_TELEMETRY,
  method: "POST",
  path: "/telemetry/hooks",
  summary: "Stores a lifecycle event of a harness; with quiet=1 a successful response is {}",
  audited: false,
  readsOthers: false,
  anyContentType: true,
  bodyMayHoldNul: true,
  query: Type.Object({ quiet: Type.Optional(Type.Enum(["0", "1"])) }),
  body: Type.Record(Type.String(), Type.Unknown()),
  reply: Type.Object(
    {
      ingested: Type.Optional(Type.Integer()),
      session_id: Type.Optional(nullable(Type.String())),
      event: Type.Optional(Type.String()),
    },
    { $id: "HookEventReply" },
  ),
  errors: ["validation_failed"],
});

export const TelemetryStatus = Type.Object(
  {
    status: Type.Enum(["ok", "degraded"]),
    tool_call_events: Type.Integer(),
    agent_interaction_events: Type.Integer(),
    last_event_at: nullable(moment),
    sessions_active: Type.Integer(),
    records_last_hour: Type.Integer(),
    lag_ms: nullable(Type.Integer({ description: "Delay between the newest event and its arrival" })),
    writer: Type.Object({
      queued: Type.Integer(),
      last_flush_at: nullable(moment),
      last_error: nullable(Type.String()),
    }),
  },
  { $id: "TelemetryStatus" },
);
export type TelemetryStatus = Static<typeof TelemetryStatus>;

export const getTelemetryStatus = endpoint({
  ...OF_TELEMETRY,
  method: "GET",
  path: "/telemetry/status",
  summary: "Returns the telemetry status of the last hour: the caller's own data, or all users' data for admins",
  audited: false,
  readsOthers: false,
  query: None,
  body: None,
  reply: TelemetryStatus,
  errors: [],
});

export const exportTelemetry = endpoint({
  method: "GET",
  path: "/telemetry/export",
  module: "telemetry",
  summary:
    "Exports one's own telemetry as JSON lines: each session, its lines as they were sent, hook events, reported calls and interactions, and the ratings that one has given",
  access: "user",
  audited: { action: "telemetry.export", resource: "telemetry", sensitivity: "high", calls: "all" },
  params: None,
  query: None,
  body: None,
  reply: Type.Unsafe<AsyncIterable<unknown>>({ type: "string" }),
  produces: ["application/x-ndjson"],
  errors: ["unauthenticated", "forbidden"],
});
