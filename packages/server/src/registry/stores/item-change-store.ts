import { sql } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";

/** The revision up to which a reading that begins now sees every change. */
export async function readItemRevision(db: Db): Promise<number> {
  const { rows } = await sql<{ revision: number | null }>`
    select max(revision)::float8 as revision from item_change`.execute(queries(db));
  return rows[0]?.revision ?? 0;
}
