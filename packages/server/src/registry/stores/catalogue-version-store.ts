import type { ItemKind } from "@tackroom/contract";
import { sql, type RawBuilder } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";
import { inScope, type CatalogueScope } from "./catalogue-store.js";
import type { Fields } from "./tables-store.js";
import { uuids, visibleTo, type Viewer } from "./viewer-store.js";

/** A released version, without what is too large for a list. */
export interface CatalogueVersion {
  readonly id: string;
  readonly item_id: string;
  readonly version: string;
  /** Sorts, byte by byte, as versions do. */
  readonly precedence: string;
  readonly is_stable: boolean;
  readonly namespace: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly supported_harnesses: string[];
  /** Without `LARGE_FIELDS`, which are in the content. */
  readonly fields: Fields;
  readonly digest: string;
  /** Of the canonical bytes. */
  readonly media_type: string;
  readonly deprecated: string | null;
  readonly yanked: boolean;
  readonly yank_reason: string | null;
  readonly released_at: Date;
}

/** What a version's fields hold by the megabyte, and the components of agents, which may be hidden. */
const LARGE_FIELDS = [
  "tools",
  "files",
  "skill_md_content",
  "script_content",
  "setup_instructions",
  "prompt",
  "template",
  "components",
];

/** What is deleted is not served: of its versions only the numbers are left. */
const kept = (column: string, without: string) =>
  sql`case when item.deleted_at is null then ${sql.raw(column)} else ${sql.lit(without)} end`;

const VERSION = sql`item_version.id, item_version.item_id, item_version.version, item_version.precedence, item_version.is_stable,
  item_version.namespace, item_version.slug, item_version.name, ${kept("item_version.description", "")} as description,
  item_version.supported_harnesses,
  ${kept(`item_version.fields - '{${LARGE_FIELDS.join(",")}}'::text[]`, "{}")} as fields, item_version.digest,
  item_version.deprecated, item_version.yanked, item_version.yank_reason, item_version.released_at,
  (select media_type from item_artifact where item_artifact.version_id = item_version.id) as media_type`;

/** Of each item the first few, the highest number first, pre-releases where semantic versions have them. Yanked ones are flagged. */
export async function listCatalogueVersions(
  db: Db,
  scope: CatalogueScope,
  { itemIds, limit }: { readonly itemIds: readonly string[]; readonly limit: number },
): Promise<CatalogueVersion[]> {
  if (itemIds.length === 0) return [];
  const rows: RawBuilder<CatalogueVersion> = sql`
    select each.* from unnest(${uuids(itemIds)}) with ordinality as wanted (id, position)
      join item on item.id = wanted.id
      cross join lateral (
        select ${VERSION} from item_version where item_version.item_id = item.id and item_version.status = 'approved'
        order by item_version.precedence desc limit ${limit}
      ) as each
    where ${inScope(scope)} order by wanted.position, each.precedence desc`;
  return (await rows.execute(queries(db))).rows;
}

/** By number, yanked or not. */
export async function findCatalogueVersion(
  db: Db,
  scope: CatalogueScope,
  { itemId, version }: { readonly itemId: string; readonly version: string },
): Promise<CatalogueVersion | undefined> {
  const rows: RawBuilder<CatalogueVersion> = sql`
    select ${VERSION} from item_version join item on item.id = item_version.item_id
    where item_version.item_id = ${itemId}::uuid and item_version.version = ${version} and item_version.status = 'approved'
      and ${inScope(scope)}`;
  return (await rows.execute(queries(db))).rows[0];
}

/** In no particular order. */
export async function findCatalogueVersions(
  db: Db,
  scope: CatalogueScope,
  versionIds: readonly string[],
): Promise<CatalogueVersion[]> {
  if (versionIds.length === 0) return [];
  const rows: RawBuilder<CatalogueVersion> = sql`
    select ${VERSION} from item_version join item on item.id = item_version.item_id
    where item_version.id = any(${uuids(versionIds)}) and item_version.status = 'approved' and ${inScope(scope)}`;
  return (await rows.execute(queries(db))).rows;
}

export interface CatalogueContent {
  readonly version_id: string;
  readonly digest: string;
  readonly media_type: string;
  readonly bytes: Buffer;
}

const CONTENT = sql`item_version.id as version_id, item_version.digest, item_artifact.media_type, item_artifact.bytes`;

/** The canonical bytes of versions, which never change. What is deleted is not served. */
export async function findCatalogueContents(
  db: Db,
  scope: CatalogueScope,
  versionIds: readonly string[],
): Promise<CatalogueContent[]> {
  if (versionIds.length === 0) return [];
  const rows: RawBuilder<CatalogueContent> = sql`
    select ${CONTENT} from item_version join item on item.id = item_version.item_id
      join item_artifact on item_artifact.version_id = item_version.id
    where item_version.id = any(${uuids(versionIds)}) and item_version.status = 'approved' and item.deleted_at is null
      and ${inScope(scope)}`;
  return (await rows.execute(queries(db))).rows;
}

/** A component that a version of an agent pins. */
export interface CataloguePart extends CatalogueContent {
  readonly agent_version_id: string;
  readonly position: number;
  readonly kind: ItemKind;
  readonly item_id: string;
  readonly namespace: string;
  readonly slug: string;
  readonly version: string;
  readonly is_yanked: boolean;
  readonly config_override: Fields | null;
}

const isPartVisible = (viewer: Viewer) =>
  sql<boolean>`(${visibleTo(viewer)} and item_version.status = 'approved' and item.deleted_at is null)`;

/** Which of these versions of agents have a part that the viewer may not see. */
export async function hiddenPartsIn(
  db: Db,
  { viewer }: CatalogueScope,
  versionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (versionIds.length === 0) return new Set();
  const rows: RawBuilder<{ version_id: string }> = sql`
    select distinct pin.version_id from agent_component as pin join item on item.id = pin.component_id
      join item_version on item_version.id = pin.component_version_id
    where pin.version_id = any(${uuids(versionIds)}) and not ${isPartVisible(viewer)}`;
  return new Set((await rows.execute(queries(db))).rows.map(({ version_id }) => version_id));
}

/**
 * What agents are made of, with those parts that the viewer may see. A part needs not be in the scope by itself: it comes with
 * its agent.
 */
export async function listCatalogueParts(
  db: Db,
  scope: CatalogueScope,
  agentVersionIds: readonly string[],
): Promise<CataloguePart[]> {
  if (agentVersionIds.length === 0) return [];
  const rows: RawBuilder<CataloguePart> = sql`
    select pin.version_id as agent_version_id, pin.position, pin.kind, pin.config_override, item.id as item_id, item.namespace,
      item.slug, item_version.version, item_version.yanked as is_yanked, ${CONTENT}
    from agent_component as pin join item on item.id = pin.component_id
      join item_version on item_version.id = pin.component_version_id
      join item_artifact on item_artifact.version_id = item_version.id
    where pin.version_id in (
        select item_version.id from item_version join item on item.id = item_version.item_id
        where item_version.id = any(${uuids(agentVersionIds)}) and item_version.status = 'approved'
          and item.deleted_at is null and ${inScope(scope)})
      and ${isPartVisible(scope.viewer)}
    order by pin.version_id, pin.position`;
  return (await rows.execute(queries(db))).rows;
}

/** A released version that agents pin. */
export interface PinnedVersion extends CatalogueVersion {
  readonly kind: ItemKind;
}

/** What versions of agents pin of some kinds, each once: what the viewer may see, be it in the scope by itself or not. */
export async function listPinnedVersions(
  db: Db,
  scope: CatalogueScope,
  { agentVersionIds, kinds }: { readonly agentVersionIds: readonly string[]; readonly kinds: readonly ItemKind[] },
): Promise<PinnedVersion[]> {
  if (agentVersionIds.length === 0) return [];
  const rows: RawBuilder<PinnedVersion> = sql`
    select ${VERSION}, item.kind from item_version join item on item.id = item_version.item_id
    where item_version.id in (
        select pin.component_version_id from agent_component as pin
        where pin.version_id = any(${uuids(agentVersionIds)}) and pin.kind = any(${[...kinds]}::text[]))
      and ${isPartVisible(scope.viewer)}`;
  return (await rows.execute(queries(db))).rows;
}

export interface SkillPaths {
  readonly version_id: string;
  readonly paths: string[];
  /** Of a script that stands beside the files; empty for one without a name, null if there is none. */
  readonly script: string | null;
}

/** Which files versions of skills have beside SKILL.md. */
export async function listSkillPaths(
  db: Db,
  scope: CatalogueScope,
  versionIds: readonly string[],
): Promise<SkillPaths[]> {
  if (versionIds.length === 0) return [];
  const rows: RawBuilder<SkillPaths> = sql`
    select item_version.id as version_id,
      array(select file ->> 'path' from jsonb_array_elements(
        case jsonb_typeof(item_version.fields -> 'files') when 'array' then item_version.fields -> 'files' else '[]' end) as file
      ) as paths,
      case when item_version.fields ? 'script_content' then coalesce(item_version.fields ->> 'script_filename', '') end as script
    from item_version join item on item.id = item_version.item_id
    where item_version.id = any(${uuids(versionIds)}) and item_version.status = 'approved' and item.deleted_at is null
      and item.kind = 'skill' and ${inScope(scope)}`;
  return (await rows.execute(queries(db))).rows;
}
