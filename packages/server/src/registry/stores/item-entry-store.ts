import type { ItemKind, VersionStatus, Visibility } from "@tackroom/contract";
import { sql, type RawBuilder } from "kysely";
import { queries, runPrepared, type Db } from "../../platform/relational/index.js";
import type { EntryFacts } from "../core/entry-facts.js";
import { discoverableBy, EVERYBODY, uuids, type Guarded, type Viewer } from "./viewer-store.js";

/** What discovery knows of an item: the version that it shows, and how others see it. */
export interface EntryRow extends Guarded {
  readonly kind: ItemKind;
  readonly namespace: string;
  readonly teamId: string | null;
  /** Whether lists show it: it is released, and neither archived nor deleted. */
  readonly isListed: boolean;
  readonly facets: readonly string[];
  readonly slug: string;
  readonly name: string;
  readonly visibility: Visibility;
  readonly version: string;
  readonly description: string;
  readonly harnesses: readonly string[];
  readonly status: VersionStatus;
  readonly isArchived: boolean;
  readonly digest: string;
  /** Sorts, byte by byte, as versions do. */
  readonly precedence: string;
  /** Null only until the server has filled it in for rows of an earlier release. */
  readonly facts: EntryFacts | null;
  /** Those of an agent's components that everyone sees who sees the agent: `mcp:github-tools`. */
  readonly components: readonly string[];
  readonly isRatedWell: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface EntryChange extends EntryRow {
  readonly revision: number;
  readonly isDeleted: boolean;
}

/** Each component is looked up by its ID: as a join, a planner without statistics would go through all items instead. */
const COMPONENTS = sql`case when item.kind = 'agent' then array(
    select component.kind || ':' || component.slug
    from agent_component cross join lateral (
      select * from item as one where one.id = agent_component.component_id limit 1) as component
    where agent_component.version_id = item.shown_version_id and component.deleted_at is null and component.is_released
      and component.audience in (${sql.lit(EVERYBODY)}::uuid, item.audience)
    order by agent_component.position) else '{}'::text[] end`;

const ROW = sql`item.id, item.kind, item.namespace, item.team_id as "teamId", item.is_listed as "isListed", item.facets,
  item.slug, item.name, item.audience, item.visibility,
  item.owner_id as "ownerId", item.version, item.description, item.supported_harnesses as harnesses, item.status,
  item.is_released as "isReleased", item.is_archived as "isArchived", item.entry as facts, item.created_at as "createdAt",
  item.updated_at as "updatedAt", shown.digest, shown.precedence, ${COMPONENTS} as components,
  coalesce(rating.is_recommended, false) as "isRatedWell"`;
const ITEM = sql`item join item_version as shown on shown.id = item.shown_version_id
  left join item_rating as rating on rating.item_id = item.id`;

/** The next changes after a revision, in the order in which they were committed. */
export async function listEntryChanges(db: Db, after: number, limit: number): Promise<EntryChange[]> {
  const changes: RawBuilder<EntryChange> = sql`
    select changed.revision::float8 as revision, item.deleted_at is not null as "isDeleted", ${ROW}
    from (select * from item_change where revision > ${after} order by revision limit ${limit}) as changed
      join ${ITEM} on item.id = changed.item_id
    order by changed.revision`;
  return (await changes.execute(queries(db))).rows;
}

/** Everything that someone may find, in the order of ids. */
export async function listEntryRows(db: Db, after: string, limit: number): Promise<EntryRow[]> {
  const rows: RawBuilder<EntryRow> = sql`
    select ${ROW} from ${ITEM} where item.deleted_at is null and item.id > ${after}::uuid order by item.id limit ${limit}`;
  return (await rows.execute(queries(db))).rows;
}

/** Those of the ids that the viewer may find. */
export async function findEntryRows(db: Db, viewer: Viewer, ids: readonly string[]): Promise<EntryRow[]> {
  if (ids.length === 0) return [];
  const rows: RawBuilder<EntryRow> = sql`
    select ${ROW} from ${ITEM}
    where item.id = any(${uuids(ids)}) and item.deleted_at is null and ${discoverableBy(viewer)}`;
  return runPrepared(db, rows.compile(queries(db)));
}

export interface NamePlace {
  readonly name: string;
  readonly id: string;
}

/** What everybody may see, by name. */
export async function listPublicEntries(db: Db, after: NamePlace | null, limit: number): Promise<EntryRow[]> {
  const further = after ? sql`and (item.search_name, item.id) > (${after.name}, ${after.id}::uuid)` : sql``;
  const rows: RawBuilder<EntryRow> = sql`
    select ${ROW} from ${ITEM} where item.is_listed and item.audience = ${sql.lit(EVERYBODY)}::uuid ${further}
    order by item.search_name, item.id limit ${limit}`;
  return (await rows.execute(queries(db))).rows;
}

/** Rows of an earlier release. */
export async function listWithoutEntry(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from item where entry is null and deleted_at is null order by id limit ${limit}`.execute(queries(db));
  return rows.map(({ id }) => id);
}
