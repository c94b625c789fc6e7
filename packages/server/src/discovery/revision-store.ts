import { sql } from "kysely";
import { queries, runPrepared, type Db } from "../platform/relational/index.js";
import { itemRevisionSql } from "../registry/index.js";

/** How far the changes of each kind have come. */
export interface Revisions {
  readonly items: number;
  readonly external: number;
}

/** In one statement, because every question begins with it, and mostly nothing has changed. */
export async function readRevisions(db: Db): Promise<Revisions> {
  const query = sql<Revisions>`
    select ${itemRevisionSql} as items, coalesce((select max(revision) from external_change), 0)::float8 as external`;
  const [newest] = await runPrepared(db, query.compile(queries(db)));
  return newest ?? { items: 0, external: 0 };
}
