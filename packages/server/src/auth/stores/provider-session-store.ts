import type { SsoMethod } from "@tackroom/contract";
import { sql, type Generated } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";

interface Tables {
  sso_code: { user_id: string; method: SsoMethod; provider_session: string | null };
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

export interface SessionAtProvider {
  readonly method: SsoMethod;
  readonly session: string;
  /** Whose it must be; undefined: anyone's. */
  readonly userId: string | undefined;
}

/** Ends what began with one session at a provider, also a sign-in whose code has not been exchanged yet; whose it was. */
export async function endSessionAtProvider(tx: Tx, { method, session, userId }: SessionAtProvider): Promise<string[]> {
  const codes = await queries<Tables>(tx)
    .deleteFrom("sso_code")
    .where("method", "=", method)
    .where("provider_session", "=", session)
    .$if(userId !== undefined, (all) => all.where("user_id", "=", userId ?? ""))
    .returning("user_id")
    .execute();
  const families = await queries<Tables>(tx)
    .updateTable("token_family")
    .set({ revoked_at: sql<Date>`now()` })
    .where("revoked_at", "is", null)
    .where("sso_method", "=", method)
    .where("provider_session", "=", session)
    .$if(userId !== undefined, (all) => all.where("user_id", "=", userId ?? ""))
    .returning("user_id")
    .execute();
  return [...new Set([...codes, ...families].map(({ user_id }) => user_id))];
}
