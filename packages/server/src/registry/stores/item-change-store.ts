import { sql } from "kysely";
import { queries, runPrepared, type Db } from "../../platform/relational/index.js";

/** As `readItemRevision`, for a statement that reads more. */
export const itemRevisionSql = sql<number>`coalesce((select max(revision) from item_change), 0)::float8`;

/** The revision up to which a reading that begins now sees every change. */
export async function readItemRevision(db: Db): Promise<number> {
  const query = sql<{ revision: number }>`select ${itemRevisionSql} as revision`;
  const [newest] = await runPrepared(db, query.compile(queries(db)));
  return newest?.revision ?? 0;
}

/** Which items have changed after a revision, the first few in the order in which the changes were committed. */
export async function listChangedItems(db: Db, after: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ item_id: string }>`
    select item_id from item_change where revision > ${after} order by revision limit ${limit}`.execute(queries(db));
  return rows.map(({ item_id }) => item_id);
}
