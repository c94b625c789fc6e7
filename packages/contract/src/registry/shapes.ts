import { Type } from "typebox";
import type { ItemVerb } from "../audit-actions.js";
import { None, type Audited } from "../endpoint.js";
import { someText, text, uuid } from "./fields.js";
import { detail, ItemId, submission, summary } from "./item.js";
import { partial, type KindShape } from "./kind.js";

export const ListPage = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
};

/** How every list of items can be narrowed. */
export const ListQuery = {
  search: Type.Optional(text(500)),
  namespace: Type.Optional(text(64)),
  team_id: Type.Optional(uuid),
  harness: Type.Optional(someText(64, { description: "Also matches items that do not list any harness" })),
  tag: Type.Optional(someText(100, { description: "Case-insensitive" })),
  public_only: Type.Boolean({ default: false }),
  sort: Type.Enum(["newest", "name"], {
    default: "newest",
    description: "With a search, results are sorted by relevance first",
  }),
  ...ListPage,
};

/** For lists that people expect whole: without a page asked for, all there is up to a bound. */
export const WHOLE_LIST_ROWS = 1000;
export const WholeListPage = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: WHOLE_LIST_ROWS,
      description: "Defaults to 1,000, or to 50 if offset is given",
    }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
};

/** What an item's name can lead to, and what someone who may not change it is told. */
export const NAMED = ["not_found", "ambiguous_name"] as const;
export const OWNED = [...NAMED, "forbidden"] as const;

/** What most endpoints of an item have in common. */
export const OF_ITEM = { module: "registry", access: "user", params: ItemId, query: None, body: None } as const;

/** How the audit log names what is done to an item: `mcp.rename`. Writes by reviewers and above, unless said otherwise. */
export function auditedAs(
  { kind }: KindShape,
  verb: ItemVerb,
  calls: Audited["calls"] = "by_reviewers",
  sensitivity: Audited["sensitivity"] = "low",
) {
  return { action: `${kind}.${verb}`, resource: kind, sensitivity, calls } as const;
}

/** An item of one kind: in a list, in full, and as it is submitted. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the inferred result is made of it
export function shapesOf<const K extends KindShape>(kind: K) {
  const title = kind.kind.charAt(0).toUpperCase() + kind.kind.slice(1);
  const names = kind.namesItself
    ? { name: Type.Optional(submission.name), description: Type.Optional(submission.description) }
    : {};
  return {
    Summary: Type.Object({ ...summary, ...kind.summaryFields }, { $id: `${title}Summary` }),
    Detail: Type.Object(
      { ...partial(kind.fields), ...detail, ...partial(kind.itemFields), ...kind.summaryFields, ...kind.detailFields },
      { $id: `${title}Detail` },
    ),
    payload: { ...submission, ...names, ...kind.itemFields, ...kind.fields },
  };
}

export type Shapes<K extends KindShape> = ReturnType<typeof shapesOf<K>>;
