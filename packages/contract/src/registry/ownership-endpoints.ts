import { Type } from "typebox";
import { endpoint, None, READS } from "../endpoint.js";
import { nullable, uuid } from "./fields.js";
import { ItemId, Person, PersonReference } from "./item.js";
import type { KindShape } from "./kind.js";
import { auditedAs, ListPage, NAMED, OF_ITEM, OWNED } from "./shapes.js";

const CoAuthorId = Type.Object({ ...ItemId.properties, user_id: uuid });

/** Someone owns it now. */
const Moved = Type.Object({
  id: uuid,
  owner: Type.String(),
  owner_id: uuid,
  previous_owner: nullable(Type.String()),
  previous_owner_id: nullable(uuid),
  namespace: Type.String(),
  slug: Type.String(),
  qualified_name: Type.String(),
});
const MOVING = ["name_taken", "conflict"] as const;

/** Who may change an item. */
export function ownershipEndpoints(kind: KindShape) {
  const { type } = kind;
  const item = `/${type}/:id`;
  return {
    listCoAuthors: endpoint({
      ...OF_ITEM,
      method: "GET",
      path: `${item}/co-authors`,
      summary: "Lists co-authors",
      audited: false,
      readsOthers: READS.item,
      query: Type.Object(ListPage),
      reply: Type.Array(Person),
      errors: NAMED,
    }),
    addCoAuthor: endpoint({
      ...OF_ITEM,
      method: "POST",
      path: `${item}/co-authors`,
      summary: "Adds a co-author",
      audited: auditedAs(kind, "add_co_author", "all", "medium"),
      body: PersonReference,
      reply: Person,
      status: 201,
      errors: [...OWNED, "validation_failed", "conflict"],
    }),
    removeCoAuthor: endpoint({
      ...OF_ITEM,
      method: "DELETE",
      path: `${item}/co-authors/:user_id`,
      summary: "Removes a co-author",
      audited: auditedAs(kind, "remove_co_author", "all", "medium"),
      params: CoAuthorId,
      reply: None,
      status: 204,
      errors: OWNED,
    }),
    transferOwnership: endpoint({
      ...OF_ITEM,
      method: "POST",
      path: `${item}/transfer-ownership`,
      summary: "Offers ownership to another user; a transfer by an admin takes effect immediately",
      audited: auditedAs(kind, "transfer_ownership", "all", "high"),
      body: PersonReference,
      reply: Type.Union([Moved, Type.Object({ status: Type.Literal("pending"), to: Type.String() })]),
      errors: [...OWNED, ...MOVING, "validation_failed", ...(kind.componentErrors ?? [])],
    }),
    acceptTransfer: endpoint({
      ...OF_ITEM,
      method: "POST",
      path: `${item}/transfer-ownership/accept`,
      summary: "Accepts an ownership transfer",
      audited: auditedAs(kind, "accept_transfer", "all", "high"),
      reply: Moved,
      errors: [...NAMED, ...MOVING, ...(kind.componentErrors ?? [])],
    }),
    declineTransfer: endpoint({
      ...OF_ITEM,
      method: "POST",
      path: `${item}/transfer-ownership/decline`,
      summary: "Declines or cancels an ownership transfer",
      audited: auditedAs(kind, "decline_transfer", "all", "medium"),
      reply: Type.Object({ status: Type.Literal("declined"), to: Type.String() }),
      errors: NAMED,
    }),
  };
}
