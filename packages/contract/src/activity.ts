import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { moment, nullable, uuid } from "./registry/fields.js";
import { ITEM_TYPES } from "./registry/item-types.js";

const AboutAll = {
  at: moment,
  actor: Type.Object({ id: uuid, username: Type.String(), name: Type.String() }),
};

const AboutItem = {
  ...AboutAll,
  type: Type.Enum([...ITEM_TYPES]),
  item_id: uuid,
  qualified_name: Type.String(),
};

export const Activity = Type.Union(
  [
    Type.Object({
      kind: Type.Literal("released"),
      ...AboutItem,
      version: Type.String(),
      changelog: nullable(Type.String()),
    }),
    Type.Object({
      kind: Type.Literal("rated"),
      ...AboutItem,
      rating: Type.Integer(),
      comment: nullable(Type.String()),
    }),
    Type.Object({ kind: Type.Literal("joined"), ...AboutAll, team_id: uuid, team_name: Type.String() }),
  ],
  { $id: "Activity" },
);
export type Activity = Static<typeof Activity>;

export const ActivityQuery = Type.Object({
  team_id: Type.Optional(uuid),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }),
});
export type ActivityQuery = Static<typeof ActivityQuery>;

export const listActivity = endpoint({
  module: "activity",
  method: "GET",
  path: "/activity",
  summary: "Lists what members of the caller's teams released, rated and joined in the last 30 days, newest first",
  access: "user",
  audited: false,
  readsOthers: false,
  params: None,
  query: ActivityQuery,
  body: None,
  reply: Type.Object({ items: Type.Array(Activity) }),
  errors: ["not_found", "validation_failed"],
});
