import type { Role, User } from "@tackroom/contract";
import { rolesFrom } from "@tackroom/contract/roles";
import { sql, type Generated, type Selectable } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";
import { normaliseEmail } from "../core/emails.js";
import { claimUsername, releaseUsername } from "./namespace-store.js";

interface UserAccount extends Omit<User, "created_at"> {
  sso_subject_id: string | null;
  password_hash: string | null;
  must_change_password: Generated<boolean>;
  password_set_by: Generated<string | null>;
  hooks_stopped: Generated<boolean>;
  created_at: Generated<Date>;
  search: Generated<string>;
}

interface Tables {
  user_account: UserAccount;
  server_bootstrap: { only_row: boolean };
}

/** An account with what only the service itself may know. */
export interface Account extends User {
  readonly password_hash: string | null;
  readonly must_change_password: boolean;
  /** The admin who set the password, until its owner changes it. */
  readonly password_set_by: string | null;
  readonly sso_subject_id: string | null;
}

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password_hash: string;
  readonly department?: string | null;
  readonly must_change_password?: boolean;
  readonly password_set_by?: string;
}

const SHOWN = [
  "id",
  "email",
  "username",
  "name",
  "role",
  "department",
  "auth_provider",
  "avatar_url",
  "is_active",
  "created_at",
] as const;
const KNOWN = [...SHOWN, "password_hash", "must_change_password", "password_set_by", "sso_subject_id"] as const;

export interface UserFilter {
  /** Beginnings of words, all of which must occur. */
  readonly words: readonly string[] | undefined;
  readonly role: Role | undefined;
  readonly active: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
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

export async function listUsers(db: Db, filter: UserFilter): Promise<{ items: Account[]; total: number }> {
  const rows = await matching(db, filter)
    .select(KNOWN)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const { total } = await matching(db, filter)
    .select((count) => count.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return { items: rows.map(account), total: Number(total) };
}

function matching(db: Db, { words, role, active }: UserFilter) {
  return queries<Tables>(db)
    .selectFrom("user_account")
    .$if(words !== undefined, (all) => all.where("id", "in", idsByWords(words ?? [])))
    .$if(role !== undefined, (all) => all.where("role", "=", role as Role))
    .$if(active !== undefined, (all) => all.where("is_active", "=", active as boolean));
}

/** Searched before anything is sorted: left to itself, the planner would rather walk all users from the newest on. */
function idsByWords(words: readonly string[]) {
  const prefixes = words.map((word) => `${word}:*`).join(" & ");
  return sql<string>`(WITH found AS MATERIALIZED (
    SELECT id FROM user_account WHERE search @@ to_tsquery('simple', ${prefixes})
  ) SELECT id FROM found)`;
}

const accounts = (db: Db) => queries<Tables>(db).selectFrom("user_account").select(KNOWN);

function account(row: Pick<Selectable<UserAccount>, (typeof KNOWN)[number]>): Account {
  return { ...row, created_at: row.created_at.toISOString() };
}

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
