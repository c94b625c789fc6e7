import { sql, type RawBuilder } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";
import type { IndexedItem } from "../core/item-index.js";

export interface ItemChange extends IndexedItem {
  readonly revision: number;
  readonly isListed: boolean;
}

const INDEXED = sql`item.id, item.kind, item.audience, item.visibility, item.namespace, item.team_id as "teamId", item.facets,
  item.supported_harnesses as harnesses, item.search_name as name, item.search_text as text,
  (extract(epoch from item.updated_at) * 1000000)::float8 as "updatedAt"`;

/** The next changes after a revision, in the order in which they were committed. */
export async function listItemChanges(db: Db, after: number, limit: number): Promise<ItemChange[]> {
  const changes: RawBuilder<ItemChange> = sql`
    select item_change.revision::float8 as revision, item.is_listed as "isListed", ${INDEXED}
    from item_change join item on item.id = item_change.item_id
    where item_change.revision > ${after} order by item_change.revision limit ${limit}`;
  return (await changes.execute(queries(db))).rows;
}

/** The revision up to which a reading that begins now sees every change. */
export async function readItemRevision(db: Db): Promise<number> {
  const { rows } = await sql<{ revision: number | null }>`
    select max(revision)::float8 as revision from item_change`.execute(queries(db));
  return rows[0]?.revision ?? 0;
}

/** Everything that lists may show, in the order of ids. */
export async function listIndexed(db: Db, after: string, limit: number): Promise<IndexedItem[]> {
  const listed: RawBuilder<IndexedItem> = sql`
    select ${INDEXED} from item where item.is_listed and item.id > ${after}::uuid order by item.id limit ${limit}`;
  return (await listed.execute(queries(db))).rows;
}
