import { Type, type Static } from "typebox";
import { endpoint, None, SENSITIVITIES } from "./endpoint.js";

const text = Type.Union([Type.String(), Type.Null()]);

export const AUDIT_OUTCOMES = ["success", "denied", "not_found", "error", "client_error"] as const;
export const AUDIT_SOURCES = ["api", "web", "cli", "system"] as const;

/** One record of the audit log. `chain_hash` covers the record before it and everything else in this one. */
export const AuditEvent = Type.Object({
  event_id: Type.String({ format: "uuid" }),
  timestamp: Type.String({ format: "date-time" }),
  actor_id: text,
  actor_email: text,
  actor_role: text,
  action: Type.String(),
  resource_type: text,
  resource_id: text,
  resource_name: text,
  http_method: text,
  http_path: text,
  status_code: Type.Union([Type.Integer(), Type.Null()]),
  ip_address: text,
  user_agent: text,
  detail: text,
  sensitivity: Type.Enum([...SENSITIVITIES]),
  request_id: text,
  outcome: Type.Enum([...AUDIT_OUTCOMES]),
  duration_ms: Type.Union([Type.Integer(), Type.Null()]),
  chain_hash: Type.String({
    description:
      "Hex SHA-256 of the previous chain_hash and the canonical JSON (RFC 8785) of this record without this field",
  }),
  source: Type.Enum([...AUDIT_SOURCES]),
});
export type AuditEvent = Static<typeof AuditEvent>;

export const CliEventBody = Type.Object({
  action: Type.String({ pattern: "^[a-z0-9][a-z0-9._-]{0,63}$" }),
  resource_type: Type.Optional(Type.String()),
  resource_id: Type.Optional(Type.String()),
  resource_name: Type.Optional(Type.String()),
  detail: Type.Optional(Type.String()),
});
export type CliEventBody = Static<typeof CliEventBody>;

export const CliEventReply = Type.Object({ status: Type.Enum(["ok", "dropped"]) }, { $id: "CliEventReply" });
export type CliEventReply = Static<typeof CliEventReply>;

export const recordCliEvent = endpoint({
  method: "POST",
  path: "/audit/cli-event",
  module: "audit",
  summary: "Records a CLI event of up to 1 KiB; more than 60 events per minute are dropped",
  access: "user",
  audited: false,
  readsOthers: false,
  params: None,
  query: None,
  body: CliEventBody,
  reply: CliEventReply,
  errors: ["unauthenticated", "validation_failed"],
});
