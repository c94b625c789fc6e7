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
});
export type PurgeBody = Static<typeof PurgeBody>;

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
  reply: Type.Object({ deleted: Type.Integer({ description: "Number of session lines deleted" }) }),
  errors: ["unauthenticated", "forbidden", "validation_failed"],
});
