import type { ItemKind, Visibility } from "@tackroom/contract";
import { sql, type RawBuilder } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";
import { uuids, visibleTo, type Viewer } from "./viewer-store.js";

/** What someone sees of the catalogue, and what of it they are given: all, what is of a team, or some items. */
export interface CatalogueScope {
  readonly viewer: Viewer;
  readonly only: { readonly teamId: string } | { readonly itemIds: readonly string[] } | null;
}

/** An item as surfaces list it. */
export interface CatalogueItem {
  readonly id: string;
  readonly kind: ItemKind;
  readonly namespace: string;
  readonly slug: string;
  readonly owner_id: string | null;
  readonly team_id: string | null;
  readonly visibility: Visibility;
  /** Whether there is something to install. What is not listed was archived or deleted, or all of its versions are yanked. */
  readonly is_listed: boolean;
  readonly is_archived: boolean;
  readonly is_deleted: boolean;
  /** Its latest version, if it is listed. */
  readonly latest_version_id: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Where it is in the list that it was found in. */
  readonly place: string;
}

/** The end of the page before: `place` and `id` of its last item. */
export type CataloguePlace = Pick<CatalogueItem, "place" | "id">;

export interface CataloguePage {
  readonly kinds: readonly ItemKind[];
  readonly after: CataloguePlace | null;
  readonly limit: number;
}

const COLUMNS = sql`item.id, item.kind, item.namespace, item.slug, item.owner_id, item.team_id, item.visibility, item.is_listed,
  item.is_archived, item.deleted_at is not null as is_deleted,
  case when item.is_listed then item.shown_version_id end as latest_version_id, item.created_at, item.updated_at`;

interface Order {
  readonly columns: RawBuilder<unknown>;
  readonly place: RawBuilder<string>;
  after(place: CataloguePlace): RawBuilder<boolean>;
}

const BY_NAME: Order = {
  columns: sql`item.search_name, item.id`,
  place: sql<string>`item.search_name`,
  after: ({ place, id }) => sql`(item.search_name, item.id) > (${place}::text, ${id}::uuid)`,
};

/** As text, because a time in JavaScript is less exact than one of the database. */
const BY_CHANGE: Order = {
  columns: sql`item.updated_at, item.id`,
  place: sql<string>`to_char(item.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  after: ({ place, id }) => sql`(item.updated_at, item.id) > (${place}::timestamptz, ${id}::uuid)`,
};

export interface NamedPage extends CataloguePage {
  /** Part of a name or a description, in any case. */
  readonly search?: string | undefined;
}

const matches = (search: string | undefined): RawBuilder<boolean> =>
  search ? sql<boolean>`${TEXT} like ${containing(search)}` : sql<boolean>`true`;

/** What can be installed, by name. */
export function listCatalogueItems(db: Db, scope: CatalogueScope, page: NamedPage): Promise<CatalogueItem[]> {
  return pageOf(db, scope, { ...page, order: BY_NAME, which: sql`item.is_listed and ${matches(page.search)}` });
}

/** As the index has it. */
const TEXT = sql`lower(item.name || ' ' || item.namespace || '.' || item.slug || ' ' || item.description)`;

const containing = (search: string): string => `%${search.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;

export interface ChangedPage extends NamedPage {
  readonly since?: Date | undefined;
}

/**
 * What was ever released, by its last change: also what has been archived, yanked or deleted since. A deleted item whose name
 * was given to another is left out, because clients tell items apart by their names.
 */
export function listCatalogueChanges(db: Db, scope: CatalogueScope, page: ChangedPage): Promise<CatalogueItem[]> {
  const since = page.since ? sql<boolean>`item.updated_at >= ${page.since}` : sql<boolean>`true`;
  return pageOf(db, scope, {
    ...page,
    order: BY_CHANGE,
    which: sql`${since} and ${nameMatches(page.search)} and ${WAS_RELEASED}`,
  });
}

/** The description may be that of a draft, so what is not listed is found by its name only. */
const nameMatches = (search: string | undefined): RawBuilder<boolean> =>
  search ? sql<boolean>`item.namespace || '.' || item.slug like ${containing(search)}` : sql<boolean>`true`;

const WAS_RELEASED = sql<boolean>`exists (select from item_version
    where item_version.item_id = item.id and item_version.status = 'approved')
  and (item.deleted_at is null or not exists (select from item as other
    where other.kind = item.kind and other.namespace = item.namespace and other.slug = item.slug and other.deleted_at is null))`;

interface Listing extends CataloguePage {
  readonly order: Order;
  readonly which: RawBuilder<boolean>;
}

async function pageOf(db: Db, scope: CatalogueScope, listing: Listing): Promise<CatalogueItem[]> {
  const { order, limit } = listing;
  const rows: RawBuilder<CatalogueItem> = sql`
    select ${COLUMNS}, ${order.place} as place from item where item.id in (${candidates(scope, listing)})
    order by ${order.columns} limit ${limit}`;
  return (await rows.execute(queries(db))).rows;
}

/** However many items there are, each kind and audience gives its first few by an index, and the page is among those. */
function candidates({ viewer, only }: CatalogueScope, listing: Listing): RawBuilder<unknown> {
  const { kinds, order, which, limit } = listing;
  const after = listing.after ? order.after(listing.after) : sql<boolean>`true`;
  const kind = sql`unnest(${[...kinds]}::text[]) as own_kind (kind)`;
  const first = (of: RawBuilder<boolean>) => sql`
    select item.id from item where item.kind = own_kind.kind and ${of} and ${which} and ${after}
    order by ${order.columns} limit ${limit}`;
  const some = (ids: readonly string[]) => sql`
    select item.id from item where item.id = any(${uuids(ids)}) and item.kind = any(${[...kinds]}::text[])
      and ${visibleTo(viewer)} and ${which} and ${after}`;
  if (only && "itemIds" in only) return some(only.itemIds);
  if (only) {
    const ofTeam = sql<boolean>`item.team_id = ${only.teamId}::uuid and ${visibleTo(viewer)}`;
    return sql`select each.id from ${kind} cross join lateral (${first(ofTeam)}) as each`;
  }
  if (viewer.seesAll) return sql`select each.id from ${kind} cross join lateral (${first(sql`true`)}) as each`;
  const own = sql`unnest(${uuids(viewer.audiences)}) as own (audience)`;
  const shared = viewer.shared.length === 0 ? sql`` : sql` union ${some(viewer.shared)}`;
  return sql`select each.id from ${kind} cross join ${own} cross join lateral (
      ${first(sql`item.audience = own.audience`)}) as each${shared}`;
}

/** Whether the scope has an item. */
export function inScope({ viewer, only }: CatalogueScope): RawBuilder<boolean> {
  if (!only) return visibleTo(viewer);
  const isGiven =
    "teamId" in only
      ? sql<boolean>`item.team_id = ${only.teamId}::uuid`
      : sql<boolean>`item.id = any(${uuids(only.itemIds)})`;
  return sql<boolean>`(${isGiven} and ${visibleTo(viewer)})`;
}

/** By the present name, also if it was archived or deleted; of several, the one that lives. */
export async function findCatalogueItem(
  db: Db,
  scope: CatalogueScope,
  { kind, namespace, slug }: Pick<CatalogueItem, "kind" | "namespace" | "slug">,
): Promise<CatalogueItem | undefined> {
  const rows: RawBuilder<CatalogueItem> = sql`
    select ${COLUMNS}, ${BY_NAME.place} as place from item_name join item on item.id = item_name.item_id
    where item_name.kind = ${kind} and item_name.namespace = ${namespace} and item_name.slug = ${slug}
      and item.namespace = ${namespace} and item.slug = ${slug} and ${inScope(scope)} and ${WAS_RELEASED}
    order by item.deleted_at is not null, item.deleted_at desc limit 1`;
  return (await rows.execute(queries(db))).rows[0];
}

/** Those of the ids that can be installed, in the order of the ids. */
export async function findCatalogueItems(
  db: Db,
  scope: CatalogueScope,
  ids: readonly string[],
): Promise<CatalogueItem[]> {
  if (ids.length === 0) return [];
  const rows: RawBuilder<CatalogueItem> = sql`
    select ${COLUMNS}, ${BY_NAME.place} as place
    from unnest(${uuids(ids)}) with ordinality as wanted (id, position) join item on item.id = wanted.id
    where item.is_listed and ${inScope(scope)} order by wanted.position`;
  return (await rows.execute(queries(db))).rows;
}

/** Which of the ids are not for the scope at all, neither to install nor to look up: deleted, or closed to it. */
export async function findHiddenItems(db: Db, scope: CatalogueScope, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows: RawBuilder<{ id: string }> = sql`
    select wanted.id from unnest(${uuids(ids)}) as wanted (id)
    where not exists (select from item where item.id = wanted.id and item.deleted_at is null and ${inScope(scope)})`;
  return (await rows.execute(queries(db))).rows.map(({ id }) => id);
}
