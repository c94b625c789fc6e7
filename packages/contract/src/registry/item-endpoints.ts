import { Type } from "typebox";
import { endpoint, None, READS } from "../endpoint.js";
import { freeObject, line, moment, someText, text, uuid } from "./fields.js";
import { ItemMetrics } from "./item.js";
import type { KindShape } from "./kind.js";
import { auditedAs, ListPage, ListQuery, NAMED, OF_ITEM, OWNED, type Shapes } from "./shapes.js";

const ItemState = Type.Object({ id: uuid, name: Type.String(), status: Type.String() });

/** Items: submit, list, show, rename, archive, delete, install. */
export function itemEndpoints<const K extends KindShape>(kind: K, { Summary, Detail, payload }: Shapes<K>) {
  const { type, title } = kind;
  const item = `/${type}/:id`;
  return {
    submitItem: endpoint({
      ...OF_ITEM,
      method: "POST",
      path: `/${type}`,
      aliases: [`/api/v1/${type}/submit`],
      summary: `Submits a ${title} for review`,
      audited: auditedAs(kind, "submit"),
      params: None,
      takesGzip: true,
      body: Type.Object({ ...payload, ...kind.submitOnly }),
      reply: Detail,
      status: 201,
      alsoRepliesWith: [200],
      errors: [
        "validation_failed",
        "name_taken",
        "not_found",
        "forbidden",
        "conflict",
        ...(kind.componentErrors ?? []),
      ],
    }),
    listItems: endpoint({
      ...OF_ITEM,
      method: "GET",
      path: `/${type}`,
      summary: `Lists approved items of kind ${title} that are visible to the caller`,
      audited: false,
      readsOthers: READS.itemList,
      params: None,
      query: Type.Object({ ...ListQuery, ...kind.filters }),
      reply: Type.Array(Summary),
      errors: [],
    }),
    listMyItems: endpoint({
      ...OF_ITEM,
      method: "GET",
      path: `/${type}/my`,
      summary: `Lists the caller's own items of kind ${title}, in any status`,
      audited: false,
      readsOthers: false,
      params: None,
      query: Type.Object(ListPage),
      reply: Type.Array(Summary),
      errors: [],
    }),
    getItem: endpoint({
      ...OF_ITEM,
      method: "GET",
      path: item,
      summary: `Returns a ${title}`,
      audited: false,
      readsOthers: READS.item,
      reply: Detail,
      errors: NAMED,
    }),
    renameItem: endpoint({
      ...OF_ITEM,
      method: "PATCH",
      path: item,
      summary: `Renames a ${title}; its former names redirect to it`,
      audited: auditedAs(kind, "rename"),
      body: Type.Object({ name: line(200) }),
      reply: Detail,
      errors: [...OWNED, "name_taken", "conflict", "validation_failed", ...(kind.componentErrors ?? [])],
    }),
    deleteItem: endpoint({
      ...OF_ITEM,
      method: "DELETE",
      path: item,
      summary: `Permanently deletes a ${title}`,
      audited: auditedAs(kind, "delete", "all", "medium"),
      reply: Type.Object({ deleted: uuid, name: Type.String(), deleted_at: moment }),
      errors: [...OWNED, "invalid_state", ...(kind.deleteErrors ?? [])],
    }),
    archiveItem: endpoint({
      ...OF_ITEM,
      method: "PATCH",
      path: `${item}/archive`,
      summary: `Archives a ${title}, which removes it from listings`,
      audited: auditedAs(kind, "archive"),
      reply: ItemState,
      errors: [...OWNED, "invalid_state"],
    }),
    unarchiveItem: endpoint({
      ...OF_ITEM,
      method: "PATCH",
      path: `${item}/unarchive`,
      summary: `Unarchives a ${title}, which returns it to listings`,
      audited: auditedAs(kind, "unarchive"),
      reply: ItemState,
      errors: [...OWNED, "invalid_state"],
    }),
    getItemMetrics: endpoint({
      ...OF_ITEM,
      method: "GET",
      path: `${item}/metrics`,
      summary: `Returns the usage metrics of a ${title}`,
      audited: false,
      readsOthers: READS.item,
      query: Type.Object({ days: Type.Integer({ minimum: 1, maximum: 365, default: 30 }) }),
      reply: ItemMetrics,
      errors: NAMED,
    }),
    installItem: endpoint({
      ...OF_ITEM,
      method: "POST",
      path: `${item}/install`,
      aliases: kind.installAlias ? [`/api/v1${item}/${kind.installAlias}`] : [],
      summary: `Returns the configuration of a ${title} for a harness`,
      audited: false,
      readsOthers: READS.item,
      body: Type.Object({
        harness: someText(64),
        version: Type.Optional(text(64)),
        digest: Type.Optional(
          text(80, { description: "Digest from a lock. The version must match it, and may be yanked" }),
        ),
        dry_run: Type.Boolean({ default: false, description: "Returns the configuration without counting an install" }),
        ...kind.install,
      }),
      reply: Type.Object({
        listing_id: uuid,
        harness: Type.String(),
        version: Type.String(),
        version_id: uuid,
        digest: Type.String(),
        config_snippet: freeObject,
        warnings: Type.Array(Type.String()),
        ...kind.installReply,
      }),
      errors: [...NAMED, "validation_failed", "invalid_state", "conflict", ...(kind.installErrors ?? [])],
    }),
  };
}
