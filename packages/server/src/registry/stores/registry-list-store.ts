import type { ItemKind, RegistrySort, RiskSignal } from "@tackroom/contract";
import { sql, type RawBuilder } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";
import { narrowed, type ItemFilter } from "./item-list-store.js";
import { uuids, type Viewer } from "./viewer-store.js";

export type StoredSort = Exclude<RegistrySort, "relevance">;

export interface RegistryFilter extends Omit<ItemFilter, "kind"> {
  /** Any of these. */
  readonly kinds: readonly ItemKind[];
}

export interface RegistryPage {
  readonly sort: StoredSort;
  readonly limit: number;
  readonly offset: number;
}

interface Source {
  /** Both tables go by the name `item`, and have the columns by which rows are seen and filtered. */
  readonly from: RawBuilder<unknown>;
  readonly listed: RawBuilder<boolean>;
  readonly order: RawBuilder<unknown>;
}

const ITEMS = { from: sql`item`, listed: sql<boolean>`item.is_listed and item.deleted_at is null` };
const LISTINGS = { from: sql`item_listing as item`, listed: sql<boolean>`true` };

const SOURCES: Readonly<Record<StoredSort, Source>> = {
  updated: { ...ITEMS, order: sql`item.updated_at desc, item.id desc` },
  name: { ...ITEMS, order: sql`item.search_name, item.id` },
  installs: { ...LISTINGS, order: sql`item.downloads desc, item.updated_at desc, item.id desc` },
  rating: { ...LISTINGS, order: sql`item.rating desc, item.ratings desc, item.updated_at desc, item.id desc` },
};

/** One page of what is listed, by an index: each kind and audience gives its first few, and the page is among those. */
export async function listRegistryIds(
  db: Db,
  viewer: Viewer,
  filter: RegistryFilter,
  { sort, limit, offset }: RegistryPage,
): Promise<string[]> {
  const source = SOURCES[sort];
  const { rows } = await sql<{ id: string }>`
    select item.id from (${firstOfEach(viewer, filter, source, limit + offset)}) as first
      join ${source.from} on item.id = first.id
    order by ${source.order} limit ${limit} offset ${offset}`.execute(queries(db));
  return rows.map(({ id }) => id);
}

function firstOfEach(viewer: Viewer, filter: RegistryFilter, source: Source, most: number): RawBuilder<unknown> {
  const { from, listed, order } = source;
  const passes = sql.join([listed, ...narrowed(filter)], sql` and `);
  const kinds = sql`unnest(${[...filter.kinds]}::text[]) as chosen (kind)`;
  if (viewer.seesAll) {
    return sql`select each.id from ${kinds} cross join lateral (
      select item.id from ${from} where item.kind = chosen.kind and ${passes} order by ${order} limit ${most}) as each`;
  }
  return sql`select each.id from ${kinds} cross join unnest(${uuids(viewer.audiences)}) as own (audience)
      cross join lateral (
        select item.id from ${from} where item.kind = chosen.kind and item.audience = own.audience and ${passes}
        order by ${order} limit ${most}
      ) as each
    union
    select item.id from ${from} where item.id = any(${uuids(viewer.shared)}) and item.visibility = 'owner'
      and item.kind = any(${[...filter.kinds]}::text[]) and ${passes}`;
}

/** A page of what a search found, in another order than that of the search. */
export async function sortRegistryIds(
  db: Db,
  ids: readonly string[],
  { sort, limit, offset }: RegistryPage,
): Promise<string[]> {
  const { from, order } = SOURCES[sort];
  const { rows } = await sql<{ id: string }>`
    select item.id from ${from} where item.id = any(${uuids(ids)})
    order by ${order} limit ${limit} offset ${offset}`.execute(queries(db));
  return rows.map(({ id }) => id);
}

export interface CountedRow {
  readonly kind: ItemKind;
  readonly namespace: string;
  readonly teamId: string | null;
  readonly facets: readonly string[];
}

/** What someone sees, the most installed first, to be counted by facet. */
export async function listCountable(
  db: Db,
  viewer: Viewer,
  kinds: readonly ItemKind[],
  limit: number,
): Promise<CountedRow[]> {
  const first = firstOfEach(viewer, { kinds, facets: [] }, SOURCES.installs, limit);
  // One text for each row: an array would be parsed element by element in this process.
  const { rows } = await sql<Omit<CountedRow, "facets"> & { facets: string }>`
    select item.kind, item.namespace, item.team_id as "teamId", array_to_string(item.facets, chr(31)) as facets
    from (${first}) as first join item_listing as item on item.id = first.id
    order by ${SOURCES.installs.order} limit ${limit}`.execute(queries(db));
  return rows.map((row) => ({ ...row, facets: row.facets.split("\u001f") }));
}

export interface VersionTrust {
  readonly id: string;
  readonly risk_signals: readonly RiskSignal[];
  readonly deprecated: string | null;
  readonly is_signed: boolean;
}

/** What a list says of how far versions can be trusted. */
export async function trustOfVersions(db: Db, versionIds: readonly string[]): Promise<Map<string, VersionTrust>> {
  const { rows } = await sql<VersionTrust>`
    select item_version.id, item_version.risk_signals, item_version.deprecated,
      item_artifact.attestation is not null as is_signed
    from item_version left join item_artifact on item_artifact.version_id = item_version.id
    where item_version.id = any(${uuids(versionIds)})`.execute(queries(db));
  return new Map(rows.map((row) => [row.id, row]));
}
