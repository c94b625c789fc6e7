import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { uuid } from "./registry/fields.js";

const PurgeBody = Type.Object({
  before: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        "Date or RFC 3339 timestamp. Matches sessions whose last event is older, and reports received earlier",
    }),
  ),
  user_id: Type.Optional(uuid),
  session_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: "All sessions with this ID, regardless of their user" }),
  ),
  dry_run: Type.Boolean({ default: false, description: "Counts what would be deleted, and deletes nothing" }),
});
export type PurgeBody = Static<typeof PurgeBody>;

const PurgeReply = Type.Object({
  deleted: Type.Integer({ description: "Number of session lines deleted, or that would be" }),
  dry_run: Type.Boolean(),
});
export type PurgeReply = Static<typeof PurgeReply>;

export const purgeTelemetry = endpoint({
  method: "POST",
  path: "/admin/telemetry/purge",
  module: "telemetry",
  summary:
    "Deletes the lines, titles and reports of the sessions that match all given fields. Responds when the deletion is complete, which may take minutes. Checkpoints and statistics are kept. Idempotent",
  access: "super_admin",
  audited: { action: "telemetry.purge", resource: "telemetry", sensitivity: "high", calls: "all" },
  params: None,
  query: None,
  body: PurgeBody,
  reply: PurgeReply,
  errors: ["unauthenticated", "forbidden", "validation_failed"],
});

const removed = { sessions: Type.Integer({ minimum: 0 }), lines: Type.Integer({ minimum: 0 }) };

export const Retention = Type.Object(
  {
    days: Type.Integer({ description: "data.retention_days" }),
    projects: Type.Array(Type.Object({ project: Type.String(), days: Type.Integer() }), {
      description: "data.project_retention_days",
    }),
    due: Type.Object(
      {
        ...removed,
        projects: Type.Array(Type.Object({ project: Type.String(), ...removed }), {
          description: "The 100 projects with the most lines",
        }),
      },
      { description: "What would be removed now: sessions for which nothing has arrived within these days" },
    ),
  },
  { $id: "Retention" },
);
export type Retention = Static<typeof Retention>;

export const getRetention = endpoint({
  method: "GET",
  path: "/admin/telemetry/retention",
  module: "telemetry",
  summary: "Returns how long telemetry is kept, and what the nightly removal would delete now",
  access: "admin",
  audited: { action: "telemetry.read_retention", resource: "telemetry", sensitivity: "low", calls: "all" },
  params: None,
  query: None,
  body: None,
  reply: Retention,
  errors: ["unauthenticated", "forbidden"],
});
