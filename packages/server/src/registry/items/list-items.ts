import { KINDS, type ItemKind, type ItemSummary } from "@tackroom/contract";
import { page, type Answer, type CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { agentSummaries } from "../agents/agent-parts.js";
import { requireHarness } from "../access/require-harness.js";
import type { Fields } from "../core/fields.js";
import { tagFacet } from "../core/common-facets.js";
import { describeSummary } from "./describe-item.js";
import {
  countApproved,
  listApproved,
  listFound,
  listOwned,
  withoutPrivate,
  type ItemFilter,
  type ListedItem,
} from "../stores/item-list-store.js";
import { passesFilter } from "../search/passes-filter.js";
import type { ItemSearch } from "../search/item-search.js";
import { kindOf, type Kind } from "../kinds/index.js";
import { noteItemList } from "../access/privileged-reads.js";
import { loadViewer, type Viewer } from "../stores/viewer-store.js";

export interface ListQuery {
  readonly search?: string;
  readonly namespace?: string;
  readonly team_id?: string;
  readonly harness?: string;
  readonly tag?: string;
  readonly public_only: boolean;
  readonly sort: "newest" | "name";
  readonly limit: number;
  readonly offset: number;
}

export interface ListDeps {
  readonly db: Db;
  readonly itemSearch: ItemSearch;
}

export async function listItems(
  deps: ListDeps,
  { kind: { kind }, query }: { readonly kind: Kind; readonly query: ListQuery & Fields },
  { caller, call }: CallContext,
): Promise<Answer<ItemSummary[]>> {
  const { db } = deps;
  const viewer = await viewerOf(db, caller, query);
  const found = await find(deps, viewer, filterOf(kind, query), query);
  noteListed(viewer, kind, found.items);
  return page({ items: await describeAll(db, viewer, kind, found.items), total: found.total }, query, call.url);
}

export async function viewerOf(
  db: Db,
  caller: CallContext["caller"],
  { public_only: publicOnly }: ListQuery,
): Promise<Viewer> {
  const viewer = await loadViewer(db, caller);
  return publicOnly ? withoutPrivate(viewer) : viewer;
}

/** What is listed is approved. */
export const noteListed = (viewer: Viewer, kind: ItemKind | "item", items: readonly ListedItem[]): void =>
  noteItemList(
    viewer,
    kind,
    items.map((item) => ({ ...item, is_released: true })),
  );

async function find(
  { db, itemSearch }: ListDeps,
  viewer: Viewer,
  filter: ItemFilter,
  query: ListQuery,
): Promise<{ items: ListedItem[]; total: number }> {
  const text = query.search?.trim() ?? "";
  if (text === "") {
    const [items, total] = await Promise.all([
      listApproved(db, viewer, filter, query),
      countApproved(db, viewer, filter),
    ]);
    return { items, total };
  }
  const ranked = await itemSearch.rank(text, passesFilter(viewer, filter));
  const shown = ranked.slice(query.offset, query.offset + query.limit).map(({ id }) => id);
  return { items: await listFound(db, viewer, shown), total: ranked.length };
}

/** What is not common to all kinds is a facet of that name (`event`, `task_type`), or another word for one. */
function facetsIn(kind: ItemKind, query: Fields): string[] {
  const { type, facetAliases = {} } = kindOf(kind);
  return Object.keys(KINDS[type].filters).flatMap((name) => {
    const value = query[name];
    return typeof value === "string" ? [`${facetAliases[name] ?? name}:${value}`] : [];
  });
}

export function filterOf(kind: ItemKind, query: ListQuery & Fields): ItemFilter {
  const { harness, tag } = query;
  return {
    kind,
    facets: [...facetsIn(kind, query), ...(tag === undefined ? [] : [tagFacet(tag)])],
    harness: harness === undefined ? undefined : requireHarness(harness, "query.harness"),
    namespace: query.namespace,
    teamId: query.team_id,
  };
}

async function describeAll(
  db: Db,
  viewer: Viewer,
  kind: ItemKind,
  items: readonly ListedItem[],
): Promise<ItemSummary[]> {
  const summaries = items.map(describeSummary);
  if (!kindOf(kind).components) return summaries;
  const more = await agentSummaries(db, viewer, items);
  return summaries.map((summary) => ({ ...summary, ...more.get(summary.id) }));
}

/** `GET /{type}/my` */
export async function listMyItems(
  { db }: Pick<ListDeps, "db">,
  { kind: { kind }, ...query }: { readonly kind: Kind; readonly limit: number; readonly offset: number },
  { caller, call }: CallContext,
): Promise<Answer<ItemSummary[]>> {
  const viewer = await loadViewer(db, caller);
  const { items, total } = await listOwned(db, viewer, { kind, ...query });
  return page({ items: await describeAll(db, viewer, kind, items), total }, query, call.url);
}
