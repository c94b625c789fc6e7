import type { SsoMethod } from "@tackroom/contract";
import { sql, type Generated } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";

interface Tables {
  user_account: { id: string; auth_provider: string; sso_subject_id: string | null };
  token_family: {
    id: string;
    user_id: string;
    revoked_at: Date | null;
    sso_method: SsoMethod | null;
    provider_session: string | null;
    provider_sealed: Buffer | null;
  };
  provider_grant: { user_id: string; sealed: Buffer; asked_at: Generated<Date> };
}

export async function putGrant(db: Db, userId: string, sealed: Buffer): Promise<void> {
  const values = { sealed, asked_at: sql<Date>`now()` };
  await queries<Tables>(db)
    .insertInto("provider_grant")
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
    .execute();
}

/**
 * What the provider of an account is asked with, if it has not been asked for a while. One request gets it: of two at the same
 * moment the second would present a token that the first has used up.
 */
export async function claimGrant(db: Db, userId: string, everySeconds: number): Promise<Buffer | undefined> {
  const found = await queries<Tables>(db)
    .updateTable("provider_grant")
    .set({ asked_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("asked_at", "<", sql<Date>`now() - make_interval(secs => ${everySeconds})`)
    .returning("sealed")
    .executeTakeFirst();
  return found?.sealed;
}

export async function deleteGrant(db: Db, userId: string): Promise<void> {
  await queries<Tables>(db).deleteFrom("provider_grant").where("user_id", "=", userId).execute();
}

/** Held until the transaction ends, so that a token which is renewed meanwhile is not overwritten by an older one. */
export async function lockGrants(tx: Tx): Promise<{ user_id: string; sealed: Buffer }[]> {
  return queries<Tables>(tx)
    .selectFrom("provider_grant")
    .select(["user_id", "sealed"])
    .orderBy("user_id")
    .forUpdate()
    .execute();
}

/** Re-encryption does not ask the provider. */
export async function resealGrant(tx: Tx, userId: string, sealed: Buffer): Promise<void> {
  await queries<Tables>(tx).updateTable("provider_grant").set({ sealed }).where("user_id", "=", userId).execute();
}

export interface SignInAtProvider {
  readonly method: SsoMethod;
  readonly session: string | null;
  readonly sealed: Buffer | null;
}

/** How a sign-in goes back to its provider; undefined for one that began with a password, a key or a device. */
export async function findSignInAtProvider(db: Db, family: string): Promise<SignInAtProvider | undefined> {
  const found = await queries<Tables>(db)
    .selectFrom("token_family")
    .select(["sso_method", "provider_session", "provider_sealed"])
    .where("id", "=", family)
    .executeTakeFirst();
  if (!found?.sso_method) return undefined;
  return { method: found.sso_method, session: found.provider_session, sealed: found.provider_sealed };
}

/** Whose sign-ins a provider ends: those of one session there, or all of one person. */
export interface EndedByProvider {
  readonly method: SsoMethod;
  readonly session: string | undefined;
  readonly subject: string | undefined;
}

/** The people whose sign-ins have ended. Without a session those that began otherwise end too, such as those of devices. */
export async function endProviderSessions(tx: Tx, { method, session, subject }: EndedByProvider): Promise<string[]> {
  if (session === undefined && subject === undefined) return [];
  const owner = queries<Tables>(tx)
    .selectFrom("user_account")
    .select("id")
    .where("auth_provider", "=", method)
    .where("sso_subject_id", "=", subject ?? "");
  const rows = await queries<Tables>(tx)
    .updateTable("token_family")
    .set({ revoked_at: sql<Date>`now()` })
    .where("revoked_at", "is", null)
    .$if(session !== undefined, (all) =>
      all.where("sso_method", "=", method).where("provider_session", "=", session ?? ""),
    )
    .$if(subject !== undefined, (all) => all.where("user_id", "in", owner))
    .returning("user_id")
    .execute();
  return [...new Set(rows.map(({ user_id }) => user_id))];
}
