import { sql } from "kysely";
import { queries } from "./relational.js";
import type { Db } from "./tx.js";

/** The same on every replica. A copy of the database, for a trial beside the original, is another deployment. */
export async function readDeploymentId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    SELECT deployment.id || '-' || pg_database.oid AS id
    FROM deployment, pg_database
    WHERE pg_database.datname = current_database()`.execute(queries(db));
  const [row] = rows;
  if (!row) throw new Error("the deployment has no ID: the table deployment is empty");
  return row.id;
}
