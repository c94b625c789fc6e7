import type { ItemKind, VersionStatus, Visibility } from "@tackroom/contract";
import { sql } from "kysely";
import { newId } from "../../platform/ids.js";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";
import { EVERYBODY, uuids } from "./viewer-store.js";

/** What is imported, by whom, and where to. */
export interface Batch {
  readonly userId: string;
  readonly repository: string;
  /** Empty for a folder without one. */
  readonly commit: string;
  readonly teamId: string | null;
  readonly visibility: Visibility;
  readonly tags: readonly string[];
  readonly only: readonly string[];
}

/** The id of the batch, which is the same for every request of an import, and for the one that resumes it. */
export async function keepBatch(tx: Tx, batch: Batch): Promise<string> {
  const { userId, repository, commit, teamId, visibility, tags, only } = batch;
  const { rows } = await sql<{ id: string }>`
    insert into import_batch (id, user_id, repository, commit_sha, team_id, visibility, tags, only_these)
    values (${newId()}::uuid, ${userId}::uuid, ${repository}, ${commit}, ${teamId}::uuid, ${visibility}, ${[...tags]}::text[],
      ${[...only]}::text[])
    on conflict (user_id, repository, commit_sha, coalesce(team_id, '00000000-0000-0000-0000-000000000000')) do update
      set visibility = excluded.visibility, tags = excluded.tags, only_these = excluded.only_these, imported_at = clock_timestamp()
    returning id`.execute(queries(tx));
  const [kept] = rows;
  if (!kept) throw new Error("the batch was not kept");
  return kept.id;
}

export interface NewSource {
  readonly versionId: string;
  readonly itemId: string;
  readonly batchId: string;
  readonly path: string;
  readonly digest: string;
}

export async function keepSource(tx: Tx, { versionId, itemId, batchId, path, digest }: NewSource): Promise<void> {
  await sql`insert into version_source (version_id, item_id, batch_id, path, digest)
    values (${versionId}::uuid, ${itemId}::uuid, ${batchId}::uuid, ${path}, ${digest})`.execute(queries(tx));
}

/** Where a version of an item was imported from. */
export interface Source {
  readonly repository: string;
  readonly commit: string | null;
  readonly path: string;
  readonly digest: string;
  readonly batch_id: string;
  readonly version: string;
}

/** Of the version that was imported last. */
export async function findLastSource(db: Db, itemId: string): Promise<Source | undefined> {
  const { rows } = await sql<Source>`
    select batch.repository, nullif(batch.commit_sha, '') as commit, source.path, source.digest, source.batch_id, version.version
    from version_source as source join import_batch as batch on batch.id = source.batch_id
      join item_version as version on version.id = source.version_id
    where source.item_id = ${itemId}::uuid order by source.created_at desc limit 1`.execute(queries(db));
  return rows[0];
}

export async function findSourceOfVersion(db: Db, versionId: string): Promise<Source | undefined> {
  const { rows } = await sql<Source>`
    select batch.repository, nullif(batch.commit_sha, '') as commit, source.path, source.digest, source.batch_id, version.version
    from version_source as source join import_batch as batch on batch.id = source.batch_id
      join item_version as version on version.id = source.version_id
    where source.version_id = ${versionId}::uuid`.execute(queries(db));
  return rows[0];
}

export interface ImportedFrom {
  readonly repository: string;
  readonly commit: string | null;
  readonly team_id: string | null;
  readonly visibility: Visibility;
  readonly tags: string[];
  readonly only: string[];
  readonly imported_at: Date;
}

const MAX_SOURCES = 1000;

/** The sources that a user has imported, each as it was imported last. */
export async function listSourcesOf(db: Db, userId: string): Promise<ImportedFrom[]> {
  const { rows } = await sql<ImportedFrom>`
    select repository, commit, team_id, visibility, tags, "only", imported_at from (
      select distinct on (repository, team_id) repository, nullif(commit_sha, '') as commit, team_id, visibility, tags,
        only_these as "only", imported_at
      from import_batch where user_id = ${userId}::uuid order by repository, team_id, imported_at desc
    ) as latest order by imported_at desc, repository limit ${MAX_SOURCES}`.execute(queries(db));
  return rows;
}

export interface Imported {
  readonly type: ItemKind;
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly slug: string;
  readonly path: string;
  readonly digest: string;
  readonly version: string;
  readonly status: VersionStatus;
}

export interface ImportedFilter {
  readonly userId: string;
  readonly repository: string;
  readonly teamId: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** What a user has imported from a source, by the version that was imported last. */
export async function listImported(
  db: Db,
  { userId, repository, teamId, limit, offset }: ImportedFilter,
): Promise<{ items: Imported[]; total: number }> {
  const batches = sql`select id from import_batch
    where user_id = ${userId}::uuid and repository = ${repository} and coalesce(team_id, ${EVERYBODY}::uuid) = ${teamId ?? EVERYBODY}::uuid`;
  const { rows } = await sql<Imported & { total: string }>`
    with imported as (
      select distinct on (source.item_id) source.item_id, source.version_id, source.path, source.digest
      from version_source as source where source.batch_id in (${batches})
      order by source.item_id, source.created_at desc
    )
    select count(*) over () as total, item.kind as type, item.id, item.name, item.namespace, item.slug, imported.path,
      imported.digest, version.version, version.status
    from imported join item on item.id = imported.item_id join item_version as version on version.id = imported.version_id
    where item.deleted_at is null order by imported.path, item.id limit ${limit} offset ${offset}`.execute(queries(db));
  return { items: rows.map(({ total: _total, ...row }) => row), total: Number(rows[0]?.total ?? 0) };
}

/** The imports that these versions were submitted by. */
export async function batchesOf(
  db: Db,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly repository: string; readonly commit: string | null }>> {
  if (versionIds.length === 0) return new Map();
  const { rows } = await sql<{ version_id: string; id: string; repository: string; commit: string | null }>`
    select source.version_id, batch.id, batch.repository, nullif(batch.commit_sha, '') as commit
    from version_source as source join import_batch as batch on batch.id = source.batch_id
    where source.version_id = any(${uuids(versionIds)})`.execute(queries(db));
  return new Map(rows.map(({ version_id, ...batch }) => [version_id, batch]));
}
