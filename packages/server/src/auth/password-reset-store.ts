import { sql } from "kysely";
import { queries, type Db, type Tx } from "../platform/relational/index.js";

interface Tables {
  password_reset: { email_digest: Buffer; code_hash: string; tries: number; expires_at: Date };
}

const LIFETIME_MINUTES = 15;
const MOST_TRIES = 5;

/** One code per email: a new one voids the one before. */
export async function putResetCode(tx: Tx, emailDigest: Buffer, codeHash: string): Promise<void> {
  const values = {
    code_hash: codeHash,
    tries: 0,
    expires_at: sql<Date>`now() + make_interval(mins => ${LIFETIME_MINUTES})`,
  };
  await queries<Tables>(tx)
    .insertInto("password_reset")
    .values({ email_digest: emailDigest, ...values })
    .onConflict((conflict) => conflict.column("email_digest").doUpdateSet(values))
    .execute();
}

/** Counts a try before the code is looked at, so that tries at the same moment count too; undefined when none is left. */
export async function tryResetCode(db: Db, emailDigest: Buffer): Promise<string | undefined> {
  const found = await queries<Tables>(db)
    .updateTable("password_reset")
    .set((row) => ({ tries: sql`${row.ref("tries")} + 1` }))
    .where("email_digest", "=", emailDigest)
    .where("tries", "<", MOST_TRIES)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("code_hash")
    .executeTakeFirst();
  return found?.code_hash;
}

/** False when someone used the code first. */
export async function deleteResetCode(tx: Tx, emailDigest: Buffer, codeHash: string): Promise<boolean> {
  const done = await queries<Tables>(tx)
    .deleteFrom("password_reset")
    .where("email_digest", "=", emailDigest)
    .where("code_hash", "=", codeHash)
    .executeTakeFirst();
  return done.numDeletedRows === 1n;
}

export async function deleteExpiredResets(db: Db): Promise<void> {
  await queries<Tables>(db)
    .deleteFrom("password_reset")
    .where("expires_at", "<", sql<Date>`now()`)
    .execute();
}
