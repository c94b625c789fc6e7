import { ITEM_KINDS, typeOfKind, type AllItems, type ItemKind, type ItemType } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { passesFilter } from "../search/passes-filter.js";
import { countApproved, listApproved, listFound, type ItemFilter, type ListedItem } from "../stores/item-list-store.js";
import type { Viewer } from "../stores/viewer-store.js";
import { describeSummary } from "./describe-item.js";
import { filterOf, noteListed, viewerOf, type ListDeps, type ListQuery } from "./list-items.js";

export interface AllItemsQuery extends ListQuery {
  /** Separated by commas; all when it is missing. */
  readonly types?: string;
}

interface Found {
  readonly items: readonly ListedItem[];
  readonly totals: AllItems["totals"];
}

/** `GET /registry/items`: one request for people who search without knowing what kind of item they need. */
export async function listAllItems(deps: ListDeps, query: AllItemsQuery, { caller }: CallContext): Promise<AllItems> {
  const viewer = await viewerOf(deps.db, caller, query);
  const text = query.search?.trim() ?? "";
  const { items, totals } = await (text === ""
    ? list(deps.db, viewer, query)
    : search(deps, viewer, { ...query, text }));
  noteListed(viewer, "item", items);
  return { items: items.map((item) => ({ type: typeOfKind(item.kind), ...describeSummary(item) })), totals };
}

async function search(
  { db, itemSearch }: ListDeps,
  viewer: Viewer,
  query: AllItemsQuery & { readonly text: string },
): Promise<Found> {
  const passes = new Map(ITEM_KINDS.map((kind) => [kind, passesFilter(viewer, filterOf(kind, { ...query }))]));
  const ranked = await itemSearch.rank(
    query.text,
    (item) => item.kind !== null && passes.get(item.kind)?.(item) === true,
  );
  const kinds = kindsIn(query);
  const shown = ranked
    .filter(({ kind }) => kind !== null && kinds.has(kind))
    .slice(query.offset, query.offset + query.limit)
    .map(({ id }) => id);
  return {
    items: await listFound(db, viewer, shown),
    totals: totalsOf((kind) => ranked.filter((item) => item.kind === kind).length),
  };
}

/** Each kind gives its first few by an index, and the page is among those. */
async function list(db: Db, viewer: Viewer, query: AllItemsQuery): Promise<Found> {
  const kinds = kindsIn(query);
  const { sort, limit, offset } = query;
  const lists: ListedItem[] = [];
  const counts = new Map<ItemKind, number>();
  for (const kind of ITEM_KINDS) {
    const filter: ItemFilter = filterOf(kind, { ...query });
    counts.set(kind, await countApproved(db, viewer, filter));
    if (kinds.has(kind))
      lists.push(...(await listApproved(db, viewer, filter, { sort, limit: limit + offset, offset: 0 })));
  }
  return {
    items: lists.toSorted(sort === "name" ? byName : byNewest).slice(offset, offset + limit),
    totals: totalsOf((kind) => counts.get(kind) ?? 0),
  };
}

function kindsIn({ types }: AllItemsQuery): ReadonlySet<ItemKind> {
  const asked = types?.split(",");
  return new Set(ITEM_KINDS.filter((kind) => asked === undefined || asked.includes(typeOfKind(kind))));
}

const totalsOf = (count: (kind: ItemKind) => number): AllItems["totals"] =>
  Object.fromEntries(ITEM_KINDS.map((kind) => [typeOfKind(kind), count(kind)])) as Record<ItemType, number>;

const byNewest = (a: ListedItem, b: ListedItem): number =>
  b.updated_at.getTime() - a.updated_at.getTime() || (a.id < b.id ? 1 : -1);

const byName = (a: ListedItem, b: ListedItem): number => {
  const [one, other] = [a.name.toLowerCase(), b.name.toLowerCase()];
  if (one !== other) return one < other ? -1 : 1;
  return a.id < b.id ? -1 : 1;
};
