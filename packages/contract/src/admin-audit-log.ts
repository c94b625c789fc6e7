import { Type, type Static } from "typebox";
import { AUDIT_OUTCOMES, AUDIT_SOURCES, AuditEvent } from "./audit.js";
import { endpoint, None, SENSITIVITIES } from "./endpoint.js";

const name = Type.Optional(Type.String({ minLength: 1, maxLength: 254 }));

const filters = {
  actor: Type.Optional(Type.String({ minLength: 1, maxLength: 254, description: "Id, email or username, exactly" })),
  action: name,
  resource_type: name,
  sensitivity: Type.Optional(Type.Enum([...SENSITIVITIES])),
  outcome: Type.Optional(Type.Enum([...AUDIT_OUTCOMES])),
  source: Type.Optional(Type.Enum([...AUDIT_SOURCES])),
  start_date: Type.Optional(Type.String({ description: "Date or RFC 3339 time" })),
  end_date: Type.Optional(Type.String({ description: "Date (the whole day) or RFC 3339 time, inclusive" })),
};

export const AuditLogFilters = Type.Object(filters);
export type AuditLogFilters = Static<typeof AuditLogFilters>;

export const AUDIT_LOG_PAGE = 50;

export const listAuditLog = endpoint({
  method: "GET",
  path: "/admin/audit-log",
  module: "admin",
  summary: "The audit log, newest first",
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
    checked: Type.Integer({ description: "Records that are as they were written, from the first on" }),
    first_bad_event_id: Type.Union([Type.String({ format: "uuid" }), Type.Null()], {
      description: "The first record that was altered, moved or added, or that follows a missing one",
    }),
    last_chain_hash: Type.String({ description: "Of the last record that is as it was written" }),
  },
  { $id: "AuditLogCheck" },
);
export type AuditLogCheck = Static<typeof AuditLogCheck>;

export const verifyAuditLog = endpoint({
  method: "GET",
  path: "/admin/audit-log/verify",
  module: "admin",
  summary: "Computes the hash chain again and says where the audit log was tampered with, if it was",
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
  summary: "The audit log as a file, oldest first",
  access: "admin",
  audited: { action: "audit_log.export", resource: "audit_log", sensitivity: "high", calls: "all" },
  params: None,
  query: Type.Object({ ...filters, format: Type.Optional(Type.Enum([...EXPORT_FORMATS], { default: "csv" })) }),
  body: None,
  reply: Type.Unsafe<AsyncIterable<unknown>>({ type: "string" }),
  produces: ["text/csv", "application/x-ndjson", "application/json"],
  errors: ["unauthenticated", "forbidden", "validation_failed"],
});
