import type { AuthProvider, Role, SignInMethod, User } from "@tackroom/contract";
import { rolesFrom } from "@tackroom/contract/roles";
import { sql, type Generated, type Selectable } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";
import { normaliseEmail } from "../core/emails.js";
import { account, KNOWN, type Account } from "./account.js";
import { claimUsername, releaseUsername } from "./namespace-store.js";

/** The table of accounts. */
export interface UserAccount extends Omit<User, "created_at"> {
  sso_subject_id: string | null;
  password_hash: string | null;
  must_change_password: Generated<boolean>;
  password_set_by: Generated<string | null>;
  hooks_stopped: Generated<boolean>;
  hooks_since: Generated<Date | null>;
  last_sign_in_at: Generated<Date | null>;
  last_sign_in_method: Generated<SignInMethod | null>;
  created_at: Generated<Date>;
  search: Generated<string>;
}

interface Tables {
  user_account: UserAccount;
  server_bootstrap: { only_row: boolean };
}

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Null for an account that a provider vouches for. */
  readonly password_hash: string | null;
  readonly auth_provider?: AuthProvider;
  readonly sso_subject_id?: string;
  readonly avatar_url?: string | null;
  readonly department?: string | null;
  readonly must_change_password?: boolean;
  readonly password_set_by?: string;
}

export async function anyUserExists(db: Db): Promise<boolean> {
  const found = await queries<Tables>(db).selectFrom("user_account").select("id").limit(1).executeTakeFirst();
  return found !== undefined;
}

/** False when there has been a first admin already, even if one is being made at this moment. */
export async function closeBootstrap(tx: Tx): Promise<boolean> {
  const done = await queries<Tables>(tx)
    .insertInto("server_bootstrap")
    .values({ only_row: true })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

/** With the first of the usernames that is free; undefined when none is, or the email is taken. */
export async function insertUser(tx: Tx, user: NewUser, usernames: readonly string[]): Promise<Account | undefined> {
  const username = await claimFirst(tx, usernames, user.id);
  if (username === undefined) return undefined;
  const row = await queries<Tables>(tx)
    .insertInto("user_account")
    .values({ ...LOCAL, ...user, username })
    .onConflict((conflict) => conflict.doNothing())
    .returning(KNOWN)
    .executeTakeFirst();
  if (row) return account(row);
  await releaseUsername(tx, user.id);
  return undefined;
}

/** Claimed before the account is there: a name that is lost to somebody else at this moment leaves the next one to try. */
async function claimFirst(tx: Tx, usernames: readonly string[], userId: string): Promise<string | undefined> {
  for (const username of usernames) {
    if (await claimUsername(tx, username, userId)) return username;
  }
  return undefined;
}

const LOCAL = {
  department: null,
  avatar_url: null,
  sso_subject_id: null,
  auth_provider: "local",
  is_active: true,
} as const;

export async function findUser(db: Db, id: string): Promise<Account | undefined> {
  const row = await accounts(db).where("id", "=", id).executeTakeFirst();
  return row && account(row);
}

/** By email or by username: an email has an @, a username has none. */
export async function findUserByLogin(db: Db, login: string): Promise<Account | undefined> {
  const row = await accounts(db)
    .where(login.includes("@") ? "email" : "username", "=", login)
    .executeTakeFirst();
  return row && account(row);
}

/** What others may know of someone. */
export type PublicUser = Pick<User, "id" | "email" | "username" | "name" | "is_active">;

const PUBLIC = ["id", "email", "username", "name", "is_active"] as const;

/** By id, whether or not they are active; an id of nobody is left out. */
export async function findUsers(db: Db, ids: readonly string[]): Promise<Map<string, PublicUser>> {
  if (ids.length === 0) return new Map();
  const rows = await queries<Tables>(db)
    .selectFrom("user_account")
    .select(PUBLIC)
    // A list may name the same few people hundreds of times.
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export type UserKey = { readonly email: string } | { readonly username: string } | { readonly user_id: string };

/** By one of the keys that a request may name someone by, active or not. */
export async function findUserBy(db: Db, key: UserKey): Promise<PublicUser | undefined> {
  const users = queries<Tables>(db).selectFrom("user_account").select(PUBLIC);
  if ("email" in key) return users.where("email", "=", normaliseEmail(key.email)).executeTakeFirst();
  if ("username" in key) return users.where("username", "=", key.username).executeTakeFirst();
  return users.where("id", "=", key.user_id).executeTakeFirst();
}

/** Locked until the transaction ends, so that what is decided about the account stays true. */
export async function lockUser(tx: Tx, id: string): Promise<Account | undefined> {
  const row = await accounts(tx).where("id", "=", id).forUpdate().executeTakeFirst();
  return row && account(row);
}

export async function lockUsersByEmail(tx: Tx, emails: readonly string[]): Promise<Account[]> {
  const rows = await accounts(tx)
    .where("email", "in", [...emails])
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(account);
}

/** Locked in one order: of two admins who demote each other at the same moment, one comes second and is refused. */
export async function lockActiveAdmins(tx: Tx): Promise<string[]> {
  const rows = await queries<Tables>(tx)
    .selectFrom("user_account")
    .select("id")
    .where("role", "in", rolesFrom("admin"))
    .where("is_active", "=", true)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export type UserChange = Partial<
  Pick<
    Selectable<UserAccount>,
    | "password_hash"
    | "must_change_password"
    | "password_set_by"
    | "role"
    | "is_active"
    | "department"
    | "hooks_stopped"
    | "username"
    | "email"
  >
>;

export async function updateUser(tx: Tx, id: string, change: UserChange): Promise<Account | undefined> {
  const row = await queries<Tables>(tx)
    .updateTable("user_account")
    .set(change)
    .where("id", "=", id)
    .returning(KNOWN)
    .executeTakeFirst();
  return row && account(row);
}

/** Hooks tokens work again with a new sign-in. */
export async function noteSignIn(tx: Tx, id: string, method: SignInMethod): Promise<void> {
  await queries<Tables>(tx)
    .updateTable("user_account")
    .set({ hooks_stopped: false, last_sign_in_at: sql<Date>`now()`, last_sign_in_method: method })
    .where("id", "=", id)
    .execute();
}

export async function setDepartments(
  tx: Tx,
  changes: readonly { readonly id: string; readonly department: string | null }[],
): Promise<void> {
  const ids = changes.map(({ id }) => id);
  const departments = changes.map(({ department }) => department);
  await sql`UPDATE user_account SET department = change.department
    FROM unnest(${ids}::uuid[], ${departments}::text[]) AS change (id, department)
    WHERE user_account.id = change.id`.execute(queries<Tables>(tx));
}

export async function deleteUser(tx: Tx, id: string): Promise<boolean> {
  const done = await queries<Tables>(tx).deleteFrom("user_account").where("id", "=", id).executeTakeFirst();
  return done.numDeletedRows === 1n;
}

const accounts = (db: Db) => queries<Tables>(db).selectFrom("user_account").select(KNOWN);

/** Whether more than one active account may review. */
export async function hasSeveralReviewers(db: Db): Promise<boolean> {
  const found = await queries<Tables>(db)
    .selectFrom("user_account")
    .select("id")
    .where("is_active", "=", true)
    .where("role", "in", rolesFrom("reviewer"))
    .limit(2)
    .execute();
  return found.length > 1;
}
