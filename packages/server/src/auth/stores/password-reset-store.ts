import { sql } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";

interface Tables {
  password_reset: {
    email_digest: Buffer;
    code_hash: string;
    code_digest: Buffer | null;
    user_id: string | null;
    tries: number;
    expires_at: Date;
  };
}

/** Null for both where nobody's password can be reset. */
export interface ResetOwner {
  readonly codeDigest: Buffer | null;
  readonly userId: string | null;
}

const LIFETIME_MINUTES = 15;
const MAX_ATTEMPTS = 5;

/** One code per email: a new one voids the one before. */
export async function putResetCode(tx: Tx, emailDigest: Buffer, codeHash: string, owner: ResetOwner): Promise<void> {
  const values = {
    code_hash: codeHash,
    code_digest: owner.codeDigest,
    user_id: owner.userId,
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
    .where("tries", "<", MAX_ATTEMPTS)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("code_hash")
    .executeTakeFirst();
  return found?.code_hash;
}

/** Whose code it is: undefined when it is nobody's, or two happen to have the same. */
export async function findResetByCode(
  db: Db,
  codeDigest: Buffer,
): Promise<{ emailDigest: Buffer; userId: string } | undefined> {
  const rows = await queries<Tables>(db)
    .selectFrom("password_reset")
    .select(["email_digest", "user_id"])
    .where("code_digest", "=", codeDigest)
    .where("expires_at", ">", sql<Date>`now()`)
    .limit(2)
    .execute();
  const [only] = rows;
  return rows.length === 1 && only?.user_id ? { emailDigest: only.email_digest, userId: only.user_id } : undefined;
}

/**
 * Counts a try that names no email, in a row of its own that no email has, and says how many there were within the
 * lifetime of a code. Such a try is one against every open code, so all of them together are bounded.
 */
export async function countTryOfAnyCode(db: Db, row: Buffer): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    insert into password_reset (email_digest, code_hash, tries, expires_at)
    values (${row}, '', 1, now() + make_interval(mins => ${LIFETIME_MINUTES}))
    on conflict (email_digest) do update set
      tries = case when password_reset.expires_at < now() then 1 else password_reset.tries + 1 end,
      expires_at = case when password_reset.expires_at < now() then excluded.expires_at else password_reset.expires_at end
    returning tries`.execute(queries(db));
  return rows[0]?.tries ?? 0;
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
