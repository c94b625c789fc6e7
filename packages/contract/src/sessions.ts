import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";
import { moment, nullable, uuid } from "./registry/fields.js";
import { ListPage } from "./registry/shapes.js";

export const EVENT_KINDS = [
  "user",
  "assistant",
  "thinking",
  "tool_call",
  "tool_result",
  "system",
  "error",
  "other",
] as const;

const count = Type.Integer({ minimum: 0 });

export const SessionTokens = Type.Object({
  input: count,
  output: count,
  cache_read: count,
  cache_write: count,
  total: count,
});

export const SessionIntegrity = Type.Object({
  ok: nullable(Type.Boolean()),
  server_hash: nullable(Type.String()),
  repair_from_line: nullable(Type.Integer()),
  checked_at: nullable(moment),
});

export const Session = Type.Object(
  {
    session_id: Type.String(),
    harness: Type.String(),
    project: Type.String(),
    user_id: uuid,
    agent_id: nullable(uuid),
    agent_version: nullable(Type.String()),
    parent_session_id: nullable(Type.String()),
    started_at: nullable(moment),
    last_event_at: nullable(moment),
    final: Type.Boolean(),
    line_count: count,
    acknowledged_line: Type.Integer(),
    acknowledged_offset: Type.Integer(),
    generation: Type.Integer(),
    events: count,
    prompts: count,
    tool_calls: count,
    tool_failures: count,
    unreadable_lines: count,
    models: Type.Array(Type.String()),
    total_credits: nullable(Type.Number()),
    cost_usd: nullable(Type.Number({ description: "Null when the price of a model is not known" })),
    tokens: SessionTokens,
    integrity: SessionIntegrity,
  },
  { $id: "Session" },
);
export type Session = Static<typeof Session>;

export const SessionEvent = Type.Object(
  {
    line: Type.Integer(),
    timestamp: nullable(moment),
    kind: Type.Enum([...EVENT_KINDS]),
    text: nullable(Type.String()),
    tool_name: nullable(Type.String()),
    tool_input: nullable(Type.String({ description: "JSON" })),
    tool_output: nullable(Type.String()),
    is_error: Type.Boolean(),
    latency_ms: nullable(Type.Integer()),
    model: nullable(Type.String()),
    tokens: nullable(SessionTokens),
    cost_usd: nullable(
      Type.Number({ description: "Null without tokens, or when the price of the model is not known" }),
    ),
  },
  { $id: "SessionEvent" },
);
export type SessionEvent = Static<typeof SessionEvent>;

const name = Type.Optional(Type.String({ minLength: 1, maxLength: 512 }));
const when = Type.Optional(Type.String({ maxLength: 40, description: "Date or RFC 3339 time" }));

export const SessionFilters = {
  harness: name,
  agent_id: Type.Optional(uuid),
  project: name,
  user_id: Type.Optional(uuid),
  model: name,
  has_errors: Type.Optional(Type.Boolean()),
  from: when,
  to: when,
};
export const SessionFilter = Type.Object({ ...SessionFilters, search: Type.Optional(Type.String({ maxLength: 200 })) });
export type SessionFilter = Static<typeof SessionFilter>;

/** Whose and which, where a session id alone could be several. */
const SessionNames = { harness: name, project: name, user_id: Type.Optional(uuid) };
export const SessionRef = Type.Object(SessionNames);
export type SessionRef = Static<typeof SessionRef>;

const OF_SESSION = {
  module: "telemetry",
  access: "user",
  method: "GET",
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 512 }) }),
  body: None,
} as const;
const EventKinds = Type.Optional(Type.String({ maxLength: 200, description: "Kinds, separated by commas" }));
const NAMED = ["not_found", "ambiguous_name", "validation_failed"] as const;

export const listSessions = endpoint({
  ...OF_SESSION,
  path: "/sessions",
  summary: "One's sessions, the latest event first; admins see everyone's",
  audited: false,
  readsOthers: READS.sessionList,
  params: None,
  query: Type.Object({ ...SessionFilter.properties, ...ListPage }),
  reply: Type.Array(Session),
  errors: ["forbidden", "validation_failed"],
});

export const getSession = endpoint({
  ...OF_SESSION,
  path: "/sessions/:id",
  summary: "One session",
  audited: false,
  readsOthers: READS.session,
  query: SessionRef,
  reply: Session,
  errors: NAMED,
});

export const listSessionEvents = endpoint({
  ...OF_SESSION,
  path: "/sessions/:id/events",
  summary: "What happened in a session, in order",
  audited: false,
  readsOthers: READS.session,
  query: Type.Object({
    ...SessionNames,
    kinds: EventKinds,
    ...ListPage,
  }),
  reply: Type.Array(SessionEvent),
  errors: NAMED,
});

export const findSessionEvent = endpoint({
  ...OF_SESSION,
  path: "/sessions/:id/events/next",
  summary: "The place of the next event of a session that failed or has a text; null when there is none",
  audited: false,
  readsOthers: READS.session,
  query: Type.Object({
    ...SessionNames,
    kinds: EventKinds,
    from: Type.Integer({ minimum: 0, maximum: 10_000_000, default: 0, description: "The first place looked at" }),
    backwards: Type.Boolean({ default: false }),
    failed: Type.Boolean({ default: false }),
    text: Type.Optional(Type.String({ maxLength: 200, description: "In any case" })),
  }),
  reply: Type.Object({
    offset: nullable(Type.Integer({ description: "How many events of these kinds come before it" })),
  }),
  errors: NAMED,
});

export const listSessionLines = endpoint({
  ...OF_SESSION,
  path: "/sessions/:id/lines",
  summary: "The lines of a session as they were sent; for its user, or a super-admin",
  audited: { ...READS.sessionLines, resource: "session", calls: "when_told" },
  readsOthers: READS.sessionLines,
  query: Type.Object({
    ...SessionNames,
    from: Type.Integer({ minimum: 0, maximum: 10_000_000, default: 0 }),
    superseded: Type.Boolean({ default: false }),
    limit: ListPage.limit,
  }),
  reply: Type.Array(
    Type.Object(
      { line: Type.Integer(), end_byte: nullable(Type.Integer()), raw: Type.String() },
      { $id: "SessionLine" },
    ),
  ),
  errors: [...NAMED, "forbidden"],
});
