import type { ItemKind } from "@tackroom/contract";
import { sql } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";
import type { Item } from "./item-store.js";
import type { Version } from "./version-store.js";
import { IS_BEING_EDITED, visibleTo, type Viewer } from "./viewer-store.js";

export interface PendingFilter {
  readonly kinds: readonly ItemKind[];
  /** The kinds whose prompt is shown. Other fields may be megabytes, and are left where they are. */
  readonly withPrompt: readonly ItemKind[];
  readonly teamId?: string | undefined;
  /** Only those of one import, the riskiest first. */
  readonly batchId?: string | undefined;
  /** Only those with, or without, a request for changes. */
  readonly isReturned?: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
}

export type SubmittedItem = Pick<
  Item,
  "id" | "kind" | "namespace" | "slug" | "name" | "owner" | "owner_id" | "team_id" | "visibility" | "status"
> &
  Pick<Item, "is_released" | "fields">;

export type SubmittedVersion = Pick<
  Version,
  | "id"
  | "version"
  | "description"
  | "status"
  | "risk_signals"
  | "digest"
  | "changes_requested_at"
  | "created_by"
  | "created_at"
  | "fields"
  | "validation_results"
  | "item_changes"
>;

/** What a list shows of a submission. */
export interface Submitted {
  readonly item: SubmittedItem;
  readonly version: SubmittedVersion;
}

interface Row extends Omit<SubmittedItem, "status"> {
  readonly total: string;
  readonly item_status: SubmittedItem["status"];
  readonly version_id: string;
  readonly version: string;
  readonly description: string;
  readonly status: SubmittedVersion["status"];
  readonly risk_signals: SubmittedVersion["risk_signals"];
  readonly validation_results: SubmittedVersion["validation_results"];
  readonly digest: string;
  readonly changes_requested_at: Date | null;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly item_changes: SubmittedVersion["item_changes"];
  readonly prompt: string | null;
}

const RISK = sql`case when risk_signals @> '[{"severity": "high"}]' then 3 when risk_signals @> '[{"severity": "medium"}]' then 2
  when jsonb_array_length(risk_signals) > 0 then 1 else 0 end`;

/** The newest pending version of each item that the viewer may review and nobody edits, oldest submission last. */
export async function listPending(
  db: Db,
  viewer: Viewer,
  { kinds, withPrompt, teamId, batchId, isReturned, limit, offset }: PendingFilter,
): Promise<{ items: Submitted[]; total: number }> {
  const waiting = sql`item_version as pending join item on item.id = pending.item_id
    where pending.status = 'pending' and item.deleted_at is null and item.kind = any(${[...kinds]}::text[])
      and not ${IS_BEING_EDITED} and ${visibleTo(viewer)}
      ${teamId === undefined ? sql`` : sql`and item.team_id = ${teamId}::uuid`}`;
  const newest = sql`select distinct on (pending.item_id) pending.item_id, pending.id as version_id, pending.created_at,
      pending.changes_requested_at, pending.risk_signals
    from ${waiting} order by pending.item_id, pending.created_at desc, pending.precedence desc`;
  // Of the newest version only: a request for changes to an older one is answered by a newer one.
  const wanted = sql`(${newest}) as newest where true
    ${isReturned === undefined ? sql`` : sql`and (changes_requested_at is not null) = ${isReturned}`}
    ${batchId === undefined ? sql`` : sql`and version_id in (select source.version_id from version_source as source where source.batch_id = ${batchId}::uuid)`}`;
  const risk = batchId === undefined ? sql`0` : RISK;
  const page = sql`select item_id, version_id, created_at, ${risk} as risk, count(*) over () as total from ${wanted}
    order by risk desc, created_at desc, item_id limit ${limit} offset ${offset}`;
  const { rows } = await sql<Row>`
    select page.total, item.id, item.kind, item.namespace, item.slug, item.name, item.owner, item.owner_id, item.team_id,
      item.visibility, item.status as item_status, item.is_released, item.fields, version.id as version_id, version.version,
      version.description, version.status, version.risk_signals, version.created_by, version.created_at,
      version.validation_results, version.digest, version.changes_requested_at, version.item_changes,
      case when item.kind = any(${[...withPrompt]}::text[]) then version.fields ->> 'prompt' end as prompt
    from (${page}) as page join item on item.id = page.item_id join item_version as version on version.id = page.version_id
    order by page.risk desc, page.created_at desc, page.item_id`.execute(queries(db));
  const items = rows.map(submittedOf);
  if (rows.length > 0 || offset === 0) return { items, total: Number(rows[0]?.total ?? 0) };
  const counted = sql<{ total: string }>`select count(*) as total from ${wanted}`;
  return { items, total: Number((await counted.execute(queries(db))).rows[0]?.total ?? 0) };
}

function submittedOf(row: Row): Submitted {
  const { version_id: id, item_status, prompt, ...columns } = row;
  const fields = prompt === null ? {} : { prompt };
  return { item: { ...columns, status: item_status }, version: { ...columns, id, fields } };
}
