import type { ItemKind } from "@tackroom/contract";
import { sql } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";
import { uuids, visibleTo, type Viewer } from "./viewer-store.js";

interface VersionOfItem {
  readonly kind: ItemKind;
  readonly item_id: string;
  readonly name: string;
  readonly namespace: string;
  readonly slug: string;
  readonly version: string;
}

export interface UnansweredVersion extends VersionOfItem {
  readonly status: "pending" | "rejected";
  readonly rejection_reason: string | null;
  readonly changes_requested_at: Date | null;
  readonly created_at: Date;
}

/** What the viewer submitted and that waits or was rejected, newest first. A newer version answers a rejection. */
export async function listUnanswered(
  db: Db,
  viewer: Viewer,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ items: UnansweredVersion[]; total: number }> {
  const unanswered = sql`item_version as own join item on item.id = own.item_id
    where own.created_by = ${viewer.userId}::uuid and own.status in ('pending', 'rejected') and item.deleted_at is null
      and ${visibleTo(viewer)}
      and (own.status = 'pending' or not exists (
        select from item_version as newer where newer.item_id = own.item_id and newer.created_at > own.created_at))`;
  const { rows } = await sql<UnansweredVersion>`
    select item.kind, item.id as item_id, item.name, item.namespace, item.slug, own.version, own.status,
      own.rejection_reason, own.changes_requested_at, own.created_at
    from ${unanswered} order by own.created_at desc, own.id limit ${limit} offset ${offset}`.execute(queries(db));
  const counted = await sql<{ total: string }>`select count(*) as total from ${unanswered}`.execute(queries(db));
  return { items: rows, total: Number(counted.rows[0]?.total ?? 0) };
}

export interface ReleasedVersion extends VersionOfItem {
  readonly released_by: string;
  readonly released_at: Date;
  readonly changelog: string | null;
}

/** What these users released and that can still be installed, newest first. */
export async function listReleasesBy(
  db: Db,
  viewer: Viewer,
  { userIds, since, limit }: { readonly userIds: readonly string[]; readonly since: Date; readonly limit: number },
): Promise<ReleasedVersion[]> {
  const { rows } = await sql<ReleasedVersion>`
    select item.kind, item.id as item_id, item.name, item.namespace, item.slug, each.version, each.released_by,
      each.released_at, each.changelog
    from unnest(${uuids(userIds)}) as author (id)
      cross join lateral (
        select id, item_id, version, released_by, released_at, changelog, status, yanked from item_version
        where released_by = author.id and released_at >= ${since}
        order by released_at desc, id limit ${limit}
      ) as each
      join item on item.id = each.item_id
    where item.is_listed and each.status = 'approved' and not each.yanked and ${visibleTo(viewer)}
    order by each.released_at desc, each.id limit ${limit}`.execute(queries(db));
  return rows;
}
