import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { line, moment } from "./registry/fields.js";
import { MAX_SESSION_VIEW_NAME, MAX_SESSION_VIEWS } from "./session-view-limits.js";

const params = Type.Record(Type.String({ pattern: "^[a-z_]{1,40}$" }), Type.String({ maxLength: 512 }), {
  additionalProperties: false,
  maxProperties: 30,
  description: "The filters and the order as the address of the web app's session list has them",
});

export const SessionView = Type.Object(
  { name: Type.String(), params, created_at: moment },
  { $id: "SessionView", description: "Filters of the session list that the caller has saved" },
);
export type SessionView = Static<typeof SessionView>;

const OF_VIEWS = { module: "telemetry", access: "user", readsOthers: false, query: None } as const;
const OF_ONE = {
  ...OF_VIEWS,
  path: "/me/session-views/:name",
  params: Type.Object({ name: line(MAX_SESSION_VIEW_NAME) }),
} as const;
const audited = { resource: "session_view", sensitivity: "low", calls: "by_reviewers" } as const;

export const listSessionViews = endpoint({
  ...OF_VIEWS,
  method: "GET",
  path: "/me/session-views",
  summary: `Lists the caller's saved views of sessions, oldest first, at most ${MAX_SESSION_VIEWS}`,
  audited: false,
  params: None,
  body: None,
  reply: Type.Array(SessionView),
  errors: ["unauthenticated"],
});

export const saveSessionView = endpoint({
  ...OF_ONE,
  method: "PUT",
  summary: "Saves a view of sessions, or replaces the caller's view of that name",
  audited: { ...audited, action: "session_view.save" },
  body: Type.Object({ params }),
  reply: SessionView,
  errors: ["unauthenticated", "validation_failed", "conflict"],
});

export const deleteSessionView = endpoint({
  ...OF_ONE,
  method: "DELETE",
  summary: "Deletes a saved view of sessions",
  audited: { ...audited, action: "session_view.delete" },
  body: None,
  reply: None,
  status: 204,
  errors: ["unauthenticated", "not_found"],
});
