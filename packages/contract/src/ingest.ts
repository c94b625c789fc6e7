import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { nullable } from "./registry/fields.js";

export const MAX_LINES = 1000;
export const MAX_LINE_BYTES = 1024 * 1024;
const MAX_INDEXED_LINES = 10_000_000;

/** Kept in a database that cannot hold U+0000; lines may hold it, they are kept elsewhere. */
const name = (more: object = {}) =>
  Type.String({ maxLength: 512, pattern: "^[^\\u0000]*$", description: "text without the character U+0000", ...more });
const index = Type.Integer({ minimum: 0, maximum: MAX_INDEXED_LINES });
const byte = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Which session a record belongs to, beside the caller. */
const SessionNames = {
  session_id: name({ minLength: 1 }),
  harness: name({ default: "claude-code" }),
  project: name({ default: "default" }),
};

const Checkpoint = {
  acknowledged_line: Type.Integer({
    description: "The highest index up to which all lines are stored without gaps; -1 if none",
  }),
  acknowledged_offset: Type.Integer({
    description: "The byte offset at which that line ends in the source; 0 if no byte offsets were sent",
  }),
  generation: Type.Integer({ description: "Incremented when a repair moves the checkpoint back" }),
};

export const IngestReply = Type.Object(
  {
    ingested: Type.Integer({ description: "Number of new lines with displayable content" }),
    skipped: Type.Integer({ description: "Number of duplicate lines and lines without displayable content" }),
    replaced: Type.Integer({ description: "Number of lines above the checkpoint whose content was replaced" }),
    errors: Type.Integer({ description: "Number of lines that could not be parsed; they are stored anyway" }),
    ...Checkpoint,
    integrity_ok: nullable(Type.Boolean()),
    server_hash: nullable(Type.String()),
    repair_from_line: nullable(Type.Integer()),
  },
  { $id: "IngestReply" },
);
export type IngestReply = Static<typeof IngestReply>;

export const IngestRequest = Type.Object({
  ...SessionNames,
  lines: Type.Array(Type.String({ description: "One JSONL line without its newline, at most 1 MiB" }), {
    maxItems: MAX_LINES,
  }),
  start_offset: Type.Integer({ minimum: 0, maximum: MAX_INDEXED_LINES, default: 0 }),
  end_byte_offsets: Type.Optional(Type.Array(byte, { maxItems: MAX_LINES })),
  hook_event: name({ default: "UserPromptSubmit" }),
  agent_id: Type.Optional(name()),
  agent_version: Type.Optional(name()),
  layer_hash: Type.Optional(name()),
  parent_session_id: Type.Optional(name()),
  total_credits: Type.Optional(Type.Number({ minimum: 0 })),
  final: Type.Boolean({ default: false }),
  total_line_count: Type.Optional(index),
  total_offset: Type.Optional(byte),
  session_hash: Type.Optional(Type.String({ maxLength: 128 })),
  hashed_line_count: Type.Optional(index),
});
export type IngestRequest = Static<typeof IngestRequest>;

const OF_INGEST = { module: "telemetry", access: "user", takesHooksTokens: true, params: None } as const;

export const ingestSession = endpoint({
  ...OF_INGEST,
  method: "POST",
  path: "/ingest/session",
  summary: "Stores indexed lines of a session exactly once and returns the checkpoint",
  audited: { action: "session.supersede_lines", resource: "session", sensitivity: "medium", calls: "when_described" },
  readsOthers: false,
  anyContentType: true,
  bodyMayHoldNul: true,
  query: None,
  body: IngestRequest,
  reply: IngestReply,
  errors: ["ingest_conflict", "validation_failed"],
});

export const getSessionCheckpoint = endpoint({
  ...OF_INGEST,
  method: "GET",
  path: "/ingest/session/checkpoint",
  summary: "Returns the checkpoint of one of the caller's sessions: how far it is stored without gaps",
  audited: false,
  readsOthers: false,
  query: Type.Object(SessionNames),
  body: None,
  reply: Type.Object(
    {
      ...SessionNames,
      ...Checkpoint,
      purged_below: Type.Integer({ description: "Lines below this index have been deleted" }),
    },
    { $id: "SessionCheckpoint" },
  ),
  errors: ["validation_failed"],
});
