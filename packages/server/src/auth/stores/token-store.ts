import type { Role, SsoMethod } from "@tackroom/contract";
import { sql, type Generated } from "kysely";
import { queries, runPrepared, type Db, type Tx } from "../../platform/relational/index.js";

interface Tables {
  user_account: {
    id: string;
    email: string;
    role: Role;
    is_active: boolean;
    must_change_password: boolean;
    hooks_stopped: boolean;
    hooks_since: Date | null;
  };
  token_family: {
    id: string;
    user_id: string;
    api_key_id: string | null;
    password_set_by: string | null;
    created_at: Generated<Date>;
    expires_at: Date;
    revoked_at: Date | null;
    sso_method: SsoMethod | null;
    provider_session: string | null;
    provider_sealed: Buffer | null;
  };
  sso_code: { user_id: string };
  api_key: {
    id: string;
    user_id: string;
    expires_at: Date | null;
    revoked_at: Date | null;
    made_with: string[];
    password_set_by: string | null;
  };
  device_authorization: { user_id: string | null; used_at: Date | null; is_denied: boolean };
  refresh_token: {
    id: string;
    family: string;
    token_hash: Buffer;
    expires_at: Date;
    first_used_at: Date | null;
  };
}

/** What a token's bearer may do at this moment. */
export interface Holder {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly is_active: boolean;
  readonly must_change_password: boolean;
  /** The API key that they have come with, or that their sign-in began with, then those that it was made with in turn. */
  readonly keys: string[];
  /** When the first of these ends; null: never, or there is none. */
  readonly key_expires_at: Date | null;
  /** The admin whose password the credential goes back to, if its owner had not changed that by then. */
  readonly password_set_by: string | null;
}

/** What a sign-in was vouched for by, and how it goes back there. */
export interface ProviderSession {
  readonly method: SsoMethod;
  /** The name that the provider ends it by. */
  readonly session: string | null;
  readonly sealed: Buffer | null;
}

export interface FamilyOwner {
  readonly userId: string;
  readonly keyId: string | null;
  readonly passwordSetBy: string | null;
  readonly provider: ProviderSession | null;
}

export interface NewRefreshToken {
  readonly id: string;
  readonly family: string;
  readonly token_hash: Buffer;
  readonly expires_at: Date;
}

/** A lost answer costs nothing: so long after its first use a refresh token still gives a pair. */
const GRACE_SECONDS = 10;

const HOLDER = ["user_account.id", "email", "role", "is_active", "must_change_password"] as const;

/**
 * When the joined `api_key` ends: by itself, or with the first of those that it was made with. Null: never, or there is no
 * key. Asked wherever a credential is looked up, so that nothing has to be revoked one by one.
 */
export const KEY_END = sql<Date | null>`(SELECT min(least(link.revoked_at, link.expires_at)) FROM api_key AS link
  WHERE link.id = ANY (array_append(api_key.made_with, api_key.id)))`;

export const KEY_LIVES = sql<boolean>`coalesce(${KEY_END} > now(), true)`;

/** The joined `api_key` and those that it was made with. */
export const KEY_CHAIN = sql<string[]>`CASE WHEN api_key.id IS NULL THEN '{}'::uuid[]
  ELSE array_prepend(api_key.id, api_key.made_with) END`;

export async function insertFamily(tx: Tx, owner: FamilyOwner, token: NewRefreshToken): Promise<void> {
  await insertTokenlessFamily(tx, owner, { id: token.family, expires_at: token.expires_at });
  await insertToken(tx, token);
}

/** A sign-in that has been allowed, and whose first tokens are fetched soon or never. */
export async function insertTokenlessFamily(
  tx: Tx,
  { userId, keyId, passwordSetBy, provider }: FamilyOwner,
  family: { readonly id: string; readonly expires_at: Date },
): Promise<void> {
  await queries<Tables>(tx)
    .insertInto("token_family")
    .values({
      ...family,
      user_id: userId,
      api_key_id: keyId,
      password_set_by: passwordSetBy,
      revoked_at: null,
      sso_method: provider?.method ?? null,
      provider_session: provider?.session ?? null,
      provider_sealed: provider?.sealed ?? null,
    })
    .execute();
}

/** The next token of a family that lives. */
export async function insertNextToken(tx: Tx, token: NewRefreshToken): Promise<void> {
  await queries<Tables>(tx)
    .updateTable("token_family")
    .set({ expires_at: token.expires_at })
    .where("id", "=", token.family)
    .execute();
  await insertToken(tx, token);
}

async function insertToken(tx: Tx, token: NewRefreshToken): Promise<void> {
  await queries<Tables>(tx)
    .insertInto("refresh_token")
    .values({ ...token, first_used_at: null })
    .execute();
}

/** Who holds an access token of this family; undefined once the family is revoked or the account gone. */
export async function findFamilyHolder(db: Db, family: string): Promise<Holder | undefined> {
  const query = queries<Tables>(db)
    .selectFrom("token_family")
    .innerJoin("user_account", "user_account.id", "token_family.user_id")
    .leftJoin("api_key", "api_key.id", "token_family.api_key_id")
    .select([...HOLDER, "token_family.password_set_by"])
    .select([KEY_CHAIN.as("keys"), KEY_END.as("key_expires_at")])
    .where("token_family.id", "=", family)
    .where("token_family.revoked_at", "is", null)
    .where(KEY_LIVES);
  const [holder] = await runPrepared<Holder>(db, query.compile());
  return holder;
}

export interface HooksToken {
  readonly userId: string;
  readonly keyId: string | undefined;
  readonly issuedAt: Date;
}

/** Who holds a hooks token; undefined between signing out and the next sign-in, and once the key that made it has ended. */
export function findHooksHolder(db: Db, { userId, keyId, issuedAt }: HooksToken): Promise<Holder | undefined> {
  return queries<Tables>(db)
    .selectFrom("user_account")
    .leftJoin("api_key", (join) =>
      join.onRef("api_key.user_id", "=", "user_account.id").on("api_key.id", "=", keyId ?? null),
    )
    .select(HOLDER)
    .select([KEY_CHAIN.as("keys"), KEY_END.as("key_expires_at"), sql<null>`NULL`.as("password_set_by")])
    .where("user_account.id", "=", userId)
    .where("hooks_stopped", "=", false)
    .where((is) => is.or([is("hooks_since", "is", null), is("hooks_since", "<=", issuedAt)]))
    .where(KEY_LIVES)
    .$if(keyId !== undefined, (all) => all.where("api_key.id", "is not", null))
    .executeTakeFirst();
}

export interface PresentedToken {
  readonly id: string;
  readonly family: string;
  readonly hash: Buffer;
}

/** Uses a refresh token up. The database's clock decides, because replicas' clocks differ. */
export async function useRefreshToken(
  tx: Tx,
  { id, family, hash }: PresentedToken,
): Promise<"ended" | "reused" | "usable"> {
  const found = await queries<Tables>(tx)
    .selectFrom("token_family")
    .leftJoin("api_key", "api_key.id", "token_family.api_key_id")
    .select(sql<boolean>`token_family.revoked_at IS NULL AND ${KEY_LIVES}`.as("lives"))
    .where("token_family.id", "=", family)
    .executeTakeFirst();
  const used = await queries<Tables>(tx)
    .updateTable("refresh_token")
    .set({ first_used_at: sql`coalesce(first_used_at, clock_timestamp())` })
    .where("id", "=", id)
    .where("family", "=", family)
    .where("token_hash", "=", hash)
    .returning(sql<boolean>`first_used_at < clock_timestamp() - make_interval(secs => ${GRACE_SECONDS})`.as("is_late"))
    .executeTakeFirst();
  if (!found?.lives) return "ended";
  // Signed by us and not expired, but its row is gone: it was used so long ago that it has been cleaned up.
  return !used || used.is_late ? "reused" : "usable";
}

/** False when it was revoked before. */
export async function revokeFamily(tx: Tx, family: string): Promise<boolean> {
  const done = await queries<Tables>(tx)
    .updateTable("token_family")
    .set({ revoked_at: sql`now()` })
    .where("id", "=", family)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Those of these sign-ins that live. */
export async function liveFamilies(db: Db, ids: readonly string[]): Promise<string[]> {
  const found = await queries<Tables>(db)
    .selectFrom("token_family")
    // Looked up one by one: for several, the planner may prefer to read all keys.
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom("api_key")
          .selectAll()
          .whereRef("api_key.id", "=", "token_family.api_key_id")
          .limit(1)
          .as("api_key"),
      (join) => join.onTrue(),
    )
    .select("token_family.id")
    .where("token_family.id", "=", (is) => is.fn.any(is.val([...ids])))
    .where("token_family.revoked_at", "is", null)
    .where("token_family.expires_at", ">", sql<Date>`now()`)
    .where(KEY_LIVES)
    .execute();
  return found.map(({ id }) => id);
}

/** Ends every sign-in of a user, but for one that they may keep; also those that were about to begin: devices confirmed and codes handed out a moment ago. */
export async function revokeFamiliesOf(tx: Tx, userId: string, but?: string): Promise<void> {
  await queries<Tables>(tx)
    .updateTable("token_family")
    .set({ revoked_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .$if(but !== undefined, (all) => all.where("id", "<>", but ?? ""))
    .execute();
  await queries<Tables>(tx)
    .updateTable("device_authorization")
    .set({ is_denied: true })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
  await queries<Tables>(tx).deleteFrom("sso_code").where("user_id", "=", userId).execute();
}

/** A sign-in that is refreshed for a year would otherwise keep every token of that year. */
export async function deleteUsedTokens(db: Db): Promise<void> {
  await queries<Tables>(db)
    .deleteFrom("refresh_token")
    .where("first_used_at", "<", sql<Date>`now() - interval '1 hour'`)
    .execute();
}

export async function deleteExpiredFamilies(db: Db): Promise<void> {
  await queries<Tables>(db)
    .deleteFrom("token_family")
    .where("expires_at", "<", sql<Date>`now()`)
    .execute();
}
