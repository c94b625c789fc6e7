import type { Role } from "@tackroom/contract";
import { sql, type Generated } from "kysely";
import { queries, runPrepared, type Db, type Tx } from "../platform/relational/index.js";

interface Tables {
  user_account: {
    id: string;
    email: string;
    role: Role;
    is_active: boolean;
    must_change_password: boolean;
    hooks_stopped: boolean;
  };
  token_family: {
    id: string;
    user_id: string;
    api_key_id: string | null;
    created_at: Generated<Date>;
    expires_at: Date;
    revoked_at: Date | null;
  };
  api_key: { id: string; expires_at: Date | null; revoked_at: Date | null };
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
  /** When the API key expires that they have come with, or that their sign-in was begun with; null: never, or none. */
  readonly key_expires_at: Date | null;
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

/** What was begun with a key ends with it. */
const KEY_LIVES = sql<boolean>`(token_family.api_key_id IS NULL OR (api_key.revoked_at IS NULL
  AND (api_key.expires_at IS NULL OR api_key.expires_at > now())))`;

export async function insertFamily(
  tx: Tx,
  owner: { readonly userId: string; readonly keyId: string | null },
  token: NewRefreshToken,
): Promise<void> {
  await queries<Tables>(tx)
    .insertInto("token_family")
    .values({
      id: token.family,
      user_id: owner.userId,
      api_key_id: owner.keyId,
      expires_at: token.expires_at,
      revoked_at: null,
    })
    .execute();
  await insertToken(tx, token);
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
export function findFamilyHolder(db: Db, family: string): Promise<Holder | undefined> {
  const query = queries<Tables>(db)
    .selectFrom("token_family")
    .innerJoin("user_account", "user_account.id", "token_family.user_id")
    .leftJoin("api_key", "api_key.id", "token_family.api_key_id")
    .select([...HOLDER, "api_key.expires_at as key_expires_at"])
    .where("token_family.id", "=", family)
    .where("token_family.revoked_at", "is", null)
    .where(KEY_LIVES);
  return runPrepared<Holder>(db, "auth.family-holder", query);
}

/** Who holds a hooks token; undefined between signing out and the next sign-in. */
export function findHooksHolder(db: Db, userId: string): Promise<Holder | undefined> {
  return queries<Tables>(db)
    .selectFrom("user_account")
    .select([...HOLDER, sql<null>`NULL`.as("key_expires_at")])
    .where("id", "=", userId)
    .where("hooks_stopped", "=", false)
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

/** Ends every sign-in of a user, but for one that they may keep. */
export async function revokeFamiliesOf(tx: Tx, userId: string, but?: string): Promise<void> {
  await queries<Tables>(tx)
    .updateTable("token_family")
    .set({ revoked_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .$if(but !== undefined, (all) => all.where("id", "<>", but ?? ""))
    .execute();
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
