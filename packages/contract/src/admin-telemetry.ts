import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { uuid } from "./registry/fields.js";

const PurgeBody = Type.Object({
  before: Type.Optional(
    Type.String({
      maxLength: 40,
      description: "Date or RFC 3339 time: sessions whose last event is older, and reports that arrived earlier",
    }),
  ),
  user_id: Type.Optional(uuid),
  session_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: "Every session of this id, whosever it is" }),
  ),
});
export type PurgeBody = Static<typeof PurgeBody>;

export const purgeTelemetry = endpoint({
  method: "POST",
  path: "/admin/telemetry/purge",
  module: "telemetry",
  summary:
    "Deletes the lines, titles and reports of the sessions that every given member fits, and answers when all are gone, which may take minutes. Checkpoints and figures stay. Safe to repeat",
  access: "super_admin",
  audited: { action: "telemetry.purge", resource: "telemetry", sensitivity: "high", calls: "all" },
  params: None,
  query: None,
  body: PurgeBody,
  reply: Type.Object({ deleted: Type.Integer({ description: "How many lines of sessions were deleted" }) }),
  errors: ["unauthenticated", "forbidden", "validation_failed"],
});
