import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";
import { moment, nullable, uuid } from "./registry/fields.js";
import { ListPage } from "./registry/shapes.js";
import { SessionOutline } from "./session-outline.js";
import { count, SessionTokens } from "./session-tokens.js";
import { MultiLineText } from "./text.js";

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

export const SessionIntegrity = Type.Object({
  ok: nullable(Type.Boolean()),
  server_hash: nullable(Type.String()),
  repair_from_line: nullable(Type.Integer()),
  checked_at: nullable(moment),
});

export const ACTIVITY_SLICES = 24;
const ActivitySlice = Type.Object({ calls: count, failures: count });

export const Session = Type.Object(
  {
    session_id: Type.String(),
    harness: Type.String(),
    project: Type.String(),
    project_name: Type.String({
      description: "The project, or the name of the working directory if the exporter did not send a project",
    }),
    title: nullable(Type.String({ description: "Secrets are redacted" })),
    first_prompt: nullable(Type.String({ description: "The beginning of the first prompt, with secrets redacted" })),
    cwd: nullable(Type.String({ description: "The directory that the session was started in" })),
    git_branch: nullable(Type.String({ description: "The last known branch of the session" })),
    user_id: uuid,
    user_name: nullable(Type.String({ description: "The username; null if the account was deleted" })),
    agent_id: nullable(uuid),
    agent_name: nullable(Type.String({ description: "Null if there is no agent that the caller may see" })),
    agent_version: nullable(Type.String()),
    parent_session_id: nullable(Type.String()),
    subagents: Type.Integer({ minimum: 0, description: "Number of sessions that this one started directly" }),
    started_at: nullable(moment),
    last_event_at: nullable(moment),
    active_ms: nullable(
      Type.Integer({
        minimum: 0,
        description:
          "Duration without pauses of more than 5 minutes. Exact if there was no such pause; each pause may add or take up to a minute, because activity is counted by the minute. Null if no lines are counted",
      }),
    ),
    activity: Type.Array(ActivitySlice, {
      maxItems: ACTIVITY_SLICES,
      description:
        "The active minutes in order, cut into slices of equal length, each at least a minute long. Empty if active_ms is null",
    }),
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
    cost_usd: nullable(
      Type.Number({ description: "Sum of all known costs; see unpriced_models. Null if no cost is known" }),
    ),
    stated_cost_usd: nullable(
      Type.Number({
        description: "The part of cost_usd reported by the harness rather than computed from prices",
      }),
    ),
    unpriced_models: Type.Array(Type.String(), { description: "Models without a known price" }),
    tokens: nullable(SessionTokens),
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
    tool_use_id: nullable(Type.String({ description: "The same for a tool call and its result" })),
    tool_input: nullable(Type.String({ description: "JSON" })),
    tool_output: nullable(Type.String()),
    is_error: Type.Boolean(),
    latency_ms: nullable(Type.Integer()),
    model: nullable(Type.String()),
    tokens: nullable(SessionTokens),
    cost_usd: nullable(Type.Number({ description: "Null if there are no tokens or the model has no known price" })),
    stated_cost_usd: nullable(Type.Number({ description: "The part of cost_usd reported by the harness" })),
  },
  { $id: "SessionEvent" },
);
export type SessionEvent = Static<typeof SessionEvent>;

const name = Type.Optional(Type.String({ minLength: 1, maxLength: 512 }));
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
const EventKinds = Type.Optional(Type.String({ maxLength: 200, description: "Comma-separated kinds" }));
const NAMED = ["not_found", "ambiguous_name", "validation_failed"] as const;

export const getSession = endpoint({
  ...OF_SESSION,
  path: "/sessions/:id",
  summary: "Returns a session",
  audited: false,
  readsOthers: READS.session,
  query: SessionRef,
  reply: Session,
  errors: NAMED,
});

export const listSessionEvents = endpoint({
  ...OF_SESSION,
  path: "/sessions/:id/events",
  summary: "Lists the events of a session in order",
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
  summary: "Returns the offset of the next event that failed or contains a text; null if there is none",
  audited: false,
  readsOthers: READS.session,
  query: Type.Object({
    ...SessionNames,
    kinds: EventKinds,
    from: Type.Integer({
      minimum: 0,
      maximum: 10_000_000,
      default: 0,
      description: "The offset at which the search starts",
    }),
    from_line: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10_000_000,
        description: "The line at which the search starts, instead of an offset",
      }),
    ),
    backwards: Type.Boolean({ default: false }),
    failed: Type.Boolean({ default: false }),
    text: Type.Optional(Type.String({ maxLength: 200, description: "Case-insensitive" })),
    counted: Type.Boolean({ default: false, description: "Also counts the matches, which reads the whole session" }),
  }),
  reply: Type.Object({
    offset: nullable(Type.Integer({ description: "Number of events of these kinds before it" })),
    index: nullable(Type.Integer({ description: "Number of matches before it. Null if not counted" })),
    total: nullable(Type.Integer({ description: "Number of matches in the session. Null if not counted" })),
  }),
  errors: NAMED,
});

export const getSessionOutline = endpoint({
  ...OF_SESSION,
  path: "/sessions/:id/outline",
  summary: "Returns the prompts, failures, changed files, costs and course of a session",
  audited: false,
  readsOthers: READS.session,
  query: SessionRef,
  reply: SessionOutline,
  errors: NAMED,
});

export const listSessionLines = endpoint({
  ...OF_SESSION,
  path: "/sessions/:id/lines",
  summary: "Lists the raw lines of a session; only for its user or a super admin",
  audited: { ...READS.sessionLines, resource: "session", calls: "when_described" },
  readsOthers: READS.sessionLines,
  query: Type.Object({
    ...SessionNames,
    from: Type.Integer({ minimum: 0, maximum: 10_000_000, default: 0 }),
    superseded: Type.Boolean({ default: false }),
    ...ListPage,
  }),
  reply: Type.Array(
    Type.Object(
      { line: Type.Integer(), end_byte: nullable(Type.Integer()), raw: Type.String() },
      { $id: "SessionLine" },
    ),
  ),
  errors: [...NAMED, "forbidden"],
});

/** What no line of a session can tell, so that people say it; scorecards of agents are made of it. */
export const RATED_DIMENSIONS = ["goal_completion", "factual_grounding", "thought_process"] as const;

const rating = {
  dimension: Type.Enum([...RATED_DIMENSIONS]),
  score: Type.Integer({ minimum: 0, maximum: 100 }),
};
const Note = MultiLineText({ maxLength: 2000 });

export const SessionRating = Type.Object(
  {
    id: uuid,
    ...rating,
    note: nullable(Note),
    user_id: Type.String({ format: "uuid", description: "The user who submitted the rating" }),
    created_at: moment,
    updated_at: moment,
  },
  { $id: "SessionRating" },
);
export type SessionRating = Static<typeof SessionRating>;

export const listSessionRatings = endpoint({
  ...OF_SESSION,
  path: "/sessions/:id/ratings",
  summary:
    "Lists the ratings of a session, newest first; only for its user, admins and reviewers who may review the session's agent",
  audited: false,
  readsOthers: READS.session,
  query: Type.Object({ ...SessionNames, ...ListPage }),
  reply: Type.Array(SessionRating),
  errors: NAMED,
});

export const rateSession = endpoint({
  ...OF_SESSION,
  method: "POST",
  path: "/sessions/:id/ratings",
  summary:
    "Rates a session in one dimension; open to everyone who may list its ratings. Each user has one rating per dimension, and a new one replaces it (200)",
  audited: { action: "session.rate", resource: "session", sensitivity: "low", calls: "by_reviewers" },
  query: SessionRef,
  body: Type.Object({ ...rating, note: Type.Optional(Note) }),
  reply: SessionRating,
  status: 201,
  alsoRepliesWith: [200],
  errors: NAMED,
});
