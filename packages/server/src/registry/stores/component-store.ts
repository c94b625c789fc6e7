import type { ItemKind } from "@tackroom/contract";
import { sql } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";
import type { Fields, RegistryTables } from "./tables-store.js";
import { ownedBy, readableBy, uuids, visibleTo, type Viewer } from "./viewer-store.js";

/** What an agent's version holds on to. */
export interface Pin {
  readonly kind: ItemKind;
  readonly component_id: string;
  readonly component_version_id: string;
  readonly digest: string;
  readonly requested_version: string | null;
  readonly config_override: Fields | null;
}

/** A pin, and what has become of what it points at. */
export interface PinnedComponent extends Pin {
  readonly version_id: string;
  readonly position: number;
  readonly name: string;
  readonly namespace: string;
  readonly slug: string;
  readonly version: string;
  readonly version_status: string;
  readonly version_digest: string;
  readonly is_archived: boolean;
  readonly is_deleted: boolean;
  /** Whether the viewer may know of it: what is not approved is for its owners and reviewers. */
  readonly is_visible: boolean;
  readonly is_owned: boolean;
  readonly is_yanked: boolean;
}

export async function replacePins(tx: Tx, versionId: string, pins: readonly Pin[]): Promise<void> {
  await queries<RegistryTables>(tx).deleteFrom("agent_component").where("version_id", "=", versionId).execute();
  if (pins.length === 0) return;
  await queries<RegistryTables>(tx)
    .insertInto("agent_component")
    .values(
      pins.map(({ config_override, ...pin }, position) => ({
        ...pin,
        version_id: versionId,
        position,
        config_override: JSON.stringify(config_override),
      })),
    )
    .execute();
}

/** Of several agents' versions at once, in order. */
export async function pinsOf(db: Db, viewer: Viewer, versionIds: readonly string[]): Promise<PinnedComponent[]> {
  if (versionIds.length === 0) return [];
  return queries<RegistryTables>(db)
    .selectFrom("agent_component")
    .innerJoin("item", "item.id", "agent_component.component_id")
    .innerJoin("item_version", "item_version.id", "agent_component.component_version_id")
    .select([
      "agent_component.version_id",
      "agent_component.position",
      "agent_component.kind",
      "agent_component.component_id",
      "agent_component.component_version_id",
      "agent_component.digest",
      "agent_component.requested_version",
      "agent_component.config_override",
      "item.name",
      "item.namespace",
      "item.slug",
      "item.is_archived",
      "item_version.version",
      "item_version.status as version_status",
      "item_version.digest as version_digest",
      "item_version.yanked as is_yanked",
      sql<boolean>`item.deleted_at is not null`.as("is_deleted"),
      isVisible(viewer).as("is_visible"),
      ownedBy(viewer).as("is_owned"),
    ])
    .where("agent_component.version_id", "=", sql<string>`any(${uuids(versionIds)})`)
    .orderBy("agent_component.version_id")
    .orderBy("agent_component.position")
    .execute();
}

/** What a version is made of, in short: how many components, and those that are not approved or gone. */
export interface Composition {
  readonly version_id: string;
  readonly components: number;
  readonly blocking: readonly BlockingPin[];
}

export type BlockingPin = Pick<
  PinnedComponent,
  "kind" | "component_id" | "name" | "version_status" | "is_deleted" | "is_visible"
>;

/** Of several agents' versions at once; those without components are left out. */
export async function compositionsOf(
  db: Db,
  viewer: Viewer,
  versionIds: readonly string[],
): Promise<Map<string, Composition>> {
  if (versionIds.length === 0) return new Map();
  const { rows } = await sql<Composition>`
    select pin.version_id, count(*)::int as components, coalesce(
      jsonb_agg(jsonb_build_object('kind', pin.kind, 'component_id', pin.component_id, 'name', item.name,
        'version_status', item_version.status, 'is_deleted', item.deleted_at is not null,
        'is_visible', ${isVisible(viewer)}) order by pin.position)
      filter (where item_version.status <> 'approved' or item.deleted_at is not null), '[]') as blocking
    from agent_component as pin join item on item.id = pin.component_id
      join item_version on item_version.id = pin.component_version_id
    where pin.version_id = any(${uuids(versionIds)}) group by pin.version_id`.execute(queries(db));
  return new Map(rows.map((row) => [row.version_id, row]));
}

/** Of a component, and the version of it that is pinned. */
const isVisible = (viewer: Viewer) =>
  sql<boolean>`(${readableBy(viewer)} or (${visibleTo(viewer)} and item_version.status = 'approved'))`;

export interface PinningAgent {
  readonly namespace: string;
  readonly slug: string;
  /** Whether the viewer may know of it. */
  readonly is_visible: boolean;
}

/** Agents that hold on to an item: with an approved version, or one that waits for its review. */
export async function agentsThatPin(db: Db, viewer: Viewer, itemId: string): Promise<PinningAgent[]> {
  return queries<RegistryTables>(db)
    .selectFrom("agent_component")
    .innerJoin("item_version", "item_version.id", "agent_component.version_id")
    .innerJoin("item", "item.id", "item_version.item_id")
    .select(["item.namespace", "item.slug", visibleTo(viewer).as("is_visible")])
    .distinct()
    .where("agent_component.component_id", "=", itemId)
    .where("item_version.status", "in", ["approved", "pending"])
    .where("item.deleted_at", "is", null)
    .orderBy("item.namespace")
    .orderBy("item.slug")
    .limit(50)
    .execute();
}

export interface UsingAgent {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly slug: string;
  readonly version: string;
  /** The version of the component that it pins. */
  readonly pinned_version: string;
}

const MAX_COUNTED_AGENTS = 1000;

/** Listed agents that the viewer may see and whose shown version pins the item, by name; counted up to a bound. */
export async function agentsThatUse(
  db: Db,
  viewer: Viewer,
  itemId: string,
  limit: number,
): Promise<{ readonly agents: UsingAgent[]; readonly total: number }> {
  const { rows } = await sql<UsingAgent & { total: string }>`
    select id, name, namespace, slug, version, pinned_version, count(*) over () as total from (
      select distinct on (item.id) item.id, item.name, item.search_name, item.namespace, item.slug, item.version,
        pinned.version as pinned_version
      from agent_component as pin join item on item.shown_version_id = pin.version_id
        join item_version as pinned on pinned.id = pin.component_version_id
      where pin.component_id = ${itemId}::uuid and item.is_listed and ${visibleTo(viewer)}
      order by item.id limit ${MAX_COUNTED_AGENTS}
    ) as agent order by search_name, id limit ${limit}`.execute(queries(db));
  return { agents: rows.map(({ total: _total, ...agent }) => agent), total: Number(rows[0]?.total ?? 0) };
}
