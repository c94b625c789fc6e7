import { Type } from "typebox";
import { endpoint, None, READS } from "../endpoint.js";
import { ListPage, NAMED, OWNED } from "./shapes.js";
import { nullable, uuid } from "./fields.js";
import { ItemId, OwnershipTransfer, VISIBILITIES } from "./item.js";
import { ITEM_KINDS } from "./kinds.js";

const Kind = Type.Enum([...ITEM_KINDS]);

export const resolveName = endpoint({
  module: "registry",
  method: "GET",
  path: "/registry/resolve",
  summary: "Resolves a name to an item",
  access: "user",
  audited: false,
  readsOthers: READS.item,
  params: None,
  query: Type.Object({ type: Kind, identifier: Type.String({ minLength: 1, maxLength: 129 }) }),
  body: None,
  reply: Type.Object({
    id: uuid,
    type: Type.String(),
    namespace: Type.String(),
    slug: Type.String(),
    qualified_name: Type.String(),
  }),
  errors: NAMED,
});

export const setVisibility = endpoint({
  module: "registry",
  method: "PATCH",
  path: "/registry/:kind/:id/visibility",
  summary: "Sets the visibility of an item",
  access: "user",
  audited: { action: "registry.set_visibility", resource: "item", sensitivity: "medium", calls: "all" },
  params: Type.Object({ kind: Kind, ...ItemId.properties }),
  query: None,
  body: Type.Object({ visibility: Type.Enum([...VISIBILITIES]), team_id: Type.Optional(uuid) }),
  reply: Type.Object({
    id: uuid,
    type: Type.String(),
    qualified_name: Type.String(),
    team_id: nullable(uuid),
    visibility: Type.String(),
    status: Type.String(),
    returned_to_review: Type.Boolean(),
  }),
  errors: [...OWNED, "conflict", "validation_failed", "name_taken", "invalid_components"],
});

export const listTransfers = endpoint({
  module: "registry",
  method: "GET",
  path: "/registry/transfers",
  summary: "Lists pending ownership transfers to or from the caller",
  access: "user",
  audited: false,
  readsOthers: false,
  params: None,
  query: Type.Object({ direction: Type.Enum(["incoming", "outgoing"], { default: "incoming" }), ...ListPage }),
  body: None,
  reply: Type.Array(OwnershipTransfer),
  errors: [],
});
