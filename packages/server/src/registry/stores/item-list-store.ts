import type { ItemKind } from "@tackroom/contract";
import { sql, type RawBuilder } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";
import { worksInFacets } from "../core/common-facets.js";
import type { Item } from "./item-store.js";
import { EVERYBODY, uuids, visibleTo, type Viewer } from "./viewer-store.js";

export interface ItemFilter {
  readonly kind: ItemKind;
  /** All of these. */
  readonly facets: readonly string[];
  /** Works there. */
  readonly harness?: string | undefined;
  readonly namespace?: string | undefined;
  readonly teamId?: string | undefined;
}

export interface ListOrder {
  readonly sort: "newest" | "name";
  readonly limit: number;
  readonly offset: number;
}

/** What a list shows of an item. */
export type ListedItem = Pick<Item, (typeof SHOWN)[number]>;

const SHOWN = [
  "id",
  "kind",
  "name",
  "namespace",
  "slug",
  "version",
  "description",
  "owner",
  "owner_id",
  "team_id",
  "visibility",
  "supported_harnesses",
  "status",
  "rejection_reason",
  "is_archived",
  "summary",
  "shown_version_id",
  "created_at",
  "updated_at",
] as const;
const COLUMNS = sql.join(SHOWN.map((name) => sql.ref(`item.${name}`)));

const ORDERS = {
  newest: sql`item.updated_at desc, item.id desc`,
  name: sql`item.search_name, item.id`,
};

/** Only what is public. */
export function withoutPrivate(viewer: Viewer): Viewer {
  return { ...viewer, seesAll: false, audiences: [EVERYBODY], shared: [] };
}

/** Approved items. A page costs as much as it is long, whatever is stored. */
export async function listApproved(
  db: Db,
  viewer: Viewer,
  filter: ItemFilter,
  order: ListOrder,
): Promise<ListedItem[]> {
  const { sort, limit, offset } = order;
  const page = viewer.seesAll
    ? sql`select item.id from item where ${listed(filter)} order by ${ORDERS[sort]} limit ${limit} offset ${offset}`
    : sql`select item.id from (${firstOfEachAudience(viewer, filter, order)}) as first
        join item on item.id = first.id order by ${ORDERS[sort]} limit ${limit} offset ${offset}`;
  const { rows } = await sql<ListedItem>`
    select ${COLUMNS} from item where item.id in (${page}) order by ${ORDERS[sort]}`.execute(queries(db));
  return rows;
}

/** However many items there are, each audience gives its first few by an index, and the page is among those. */
function firstOfEachAudience(
  viewer: Viewer,
  filter: ItemFilter,
  { sort, limit, offset }: ListOrder,
): RawBuilder<unknown> {
  const most = limit + offset;
  return sql`select each.id from unnest(${uuids(viewer.audiences)}) as own (audience)
      cross join lateral (
        select item.id from item where ${listed(filter)} and item.audience = own.audience
        order by ${ORDERS[sort]} limit ${most}
      ) as each
    union
    select item.id from item where ${listed(filter)} and item.visibility = 'owner' and item.id = any(${uuids(viewer.shared)})`;
}

function listed({ kind, ...filter }: ItemFilter): RawBuilder<boolean> {
  // What is listed is not deleted; said here, it lets the index of names be used.
  const live = filter.namespace === undefined ? [] : [sql<boolean>`item.deleted_at is null`];
  const conditions = [sql<boolean>`item.kind = ${kind}`, sql<boolean>`item.is_listed`, ...narrowed(filter), ...live];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** What a filter asks of an item, whatever its kind. */
export function narrowed({ facets, harness, namespace, teamId }: Omit<ItemFilter, "kind">): RawBuilder<boolean>[] {
  return [
    ...(facets.length > 0 ? [sql<boolean>`item.facets @> ${[...facets]}::text[]`] : []),
    ...(harness === undefined ? [] : [sql<boolean>`item.facets && ${worksInFacets(harness)}::text[]`]),
    ...(namespace === undefined ? [] : [sql<boolean>`item.namespace = ${namespace}`]),
    ...(teamId === undefined ? [] : [sql<boolean>`item.team_id = ${teamId}::uuid`]),
  ];
}

/** Counts are kept of all, and of each facet: those that together say how many there are. */
function keptFacets({ facets, harness, namespace, teamId }: ItemFilter): readonly string[] | undefined {
  const told = [...facets, harness, namespace, teamId].filter((value) => value !== undefined);
  if (told.length > 1 || namespace !== undefined || teamId !== undefined) return undefined;
  return harness === undefined ? [facets[0] ?? ""] : worksInFacets(harness);
}

export async function countApproved(db: Db, viewer: Viewer, filter: ItemFilter): Promise<number> {
  const kept = keptFacets(filter);
  const counted = kept
    ? keptCounts(viewer, filter, kept)
    : sql<{ total: string }>`select count(*) as total from item where ${listed(filter)} and ${visibleTo(viewer)}`;
  const { rows } = await counted.execute(queries(db));
  return Number(rows[0]?.total ?? 0);
}

function keptCounts(viewer: Viewer, filter: ItemFilter, facets: readonly string[]): RawBuilder<{ total: string }> {
  const kept = sql`select sum(listed) from item_count where kind = ${filter.kind} and facet = any(${[...facets]}::text[])`;
  if (viewer.seesAll) return sql`select coalesce((${kept}), 0) as total`;
  return sql`select coalesce((${kept} and audience = any(${uuids(viewer.audiences)})), 0) + (
      select count(*) from item where item.id = any(${uuids(viewer.shared)}) and ${listed(filter)}
        and item.visibility = 'owner' and not item.audience = any(${uuids(viewer.audiences)})
    ) as total`;
}

/** Those of the ids that are listed and may be seen, in the order of the ids. */
export async function listFound(db: Db, viewer: Viewer, ids: readonly string[]): Promise<ListedItem[]> {
  const { rows } = await sql<ListedItem>`
    select ${COLUMNS} from unnest(${uuids(ids)}) with ordinality as found (id, place) join item on item.id = found.id
    where item.is_listed and ${visibleTo(viewer)} order by found.place`.execute(queries(db));
  return rows;
}

/** One's own in any status, newest first. */
export async function listOwned(
  db: Db,
  viewer: Viewer,
  { kind, limit, offset }: { readonly kind: ItemKind; readonly limit: number; readonly offset: number },
): Promise<{ items: ListedItem[]; total: number }> {
  // As `ownedBy`, but in words that an index understands.
  const own = sql`(item.owner_id = ${viewer.userId}::uuid or item.id = any(${uuids(viewer.shared)}))`;
  const mine = sql`item.kind = ${kind} and item.deleted_at is null and ${own} and ${visibleTo(viewer)}`;
  const { rows } = await sql<ListedItem>`select ${COLUMNS} from item where ${mine}
    order by item.created_at desc, item.id desc limit ${limit} offset ${offset}`.execute(queries(db));
  const counted = await sql<{ total: string }>`select count(*) as total from item where ${mine}`.execute(queries(db));
  return { items: rows, total: Number(counted.rows[0]?.total ?? 0) };
}
