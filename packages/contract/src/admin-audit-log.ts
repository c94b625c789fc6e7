import { Type, type Static } from "typebox";
import { AUDIT_OUTCOMES, AUDIT_SOURCES, AuditEvent } from "./audit.js";
import { endpoint, None, SENSITIVITIES } from "./endpoint.js";

const name = Type.Optional(Type.String({ minLength: 1, maxLength: 254 }));

const filters = {
  actor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 254, description: "ID, email or username (exact match)" }),
  ),
  action: name,
  resource_type: name,
  request_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: "Request ID, such as the reference of an error message" }),
  ),
  sensitivity: Type.Optional(Type.Enum([...SENSITIVITIES])),
  outcome: Type.Optional(Type.Enum([...AUDIT_OUTCOMES])),
  source: Type.Optional(Type.Enum([...AUDIT_SOURCES])),
  reads: Type.Optional(
    Type.Enum(["shown", "hidden"], {
      description: "`hidden` leaves out successful reads; refused ones are always shown. Defaults to `shown`",
    }),
  ),
  start_date: Type.Optional(Type.String({ description: "Date or RFC 3339 timestamp" })),
  end_date: Type.Optional(Type.String({ description: "Date (the whole day) or RFC 3339 timestamp, inclusive" })),
};

export const AuditLogFilters = Type.Object(filters);
export type AuditLogFilters = Static<typeof AuditLogFilters>;

export const AUDIT_LOG_PAGE = 50;

export const listAuditLog = endpoint({
  method: "GET",
  path: "/admin/audit-log",
  module: "admin",
  summary: "Lists audit log records, newest first",
  access: "admin",
  audited: { action: "audit_log.read", resource: "audit_log", sensitivity: "medium", calls: "all" },
  params: None,
  query: Type.Object({
    ...filters,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: AUDIT_LOG_PAGE })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  }),
  body: None,
  reply: Type.Array(AuditEvent, { $id: "AuditEvents" }),
  errors: ["unauthenticated", "forbidden", "validation_failed"],
});

export const AuditLogCheck = Type.Object(
  {
    ok: Type.Boolean(),
    checked: Type.Integer({ description: "Number of intact records, counted from the first one" }),
    first_bad_event_id: Type.Union([Type.String({ format: "uuid" }), Type.Null()], {
      description: "The first record that was modified, moved or inserted, or that follows a missing one",
    }),
    last_chain_hash: Type.String({ description: "Chain hash of the last intact record" }),
  },
  { $id: "AuditLogCheck" },
);
export type AuditLogCheck = Static<typeof AuditLogCheck>;

export const verifyAuditLog = endpoint({
  method: "GET",
  path: "/admin/audit-log/verify",
  module: "admin",
  summary: "Recomputes the hash chain and reports the first record that was tampered with, if any",
  access: "admin",
  audited: { action: "audit_log.verify", resource: "audit_log", sensitivity: "medium", calls: "all" },
  params: None,
  query: None,
  body: None,
  reply: AuditLogCheck,
  errors: ["unauthenticated", "forbidden"],
});

export const EXPORT_FORMATS = ["csv", "jsonl", "json"] as const;

export const exportAuditLog = endpoint({
  method: "GET",
  path: "/admin/audit-log/export",
  module: "admin",
  summary: "Exports the audit log as a file, oldest first",
  access: "admin",
  audited: { action: "audit_log.export", resource: "audit_log", sensitivity: "high", calls: "all" },
  params: None,
  query: Type.Object({ ...filters, format: Type.Optional(Type.Enum([...EXPORT_FORMATS], { default: "csv" })) }),
  body: None,
  reply: Type.Unsafe<AsyncIterable<unknown>>({ type: "string" }),
  produces: ["text/csv", "application/x-ndjson", "application/json"],
  errors: ["unauthenticated", "forbidden", "validation_failed"],
});
