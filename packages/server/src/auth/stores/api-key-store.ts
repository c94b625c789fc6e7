import type { ApiKey, ListKeysQuery } from "@tackroom/contract";
import { sql, type Generated, type OrderByItemBuilder, type Selectable, type SelectQueryBuilder } from "kysely";
import { queries, runPrepared, type Db, type Tx } from "../../platform/relational/index.js";
import { KEY_CHAIN, KEY_END, KEY_LIVES, type Holder } from "./token-store.js";

interface Key extends Omit<ApiKey, "created_at" | "expires_at" | "last_used_at" | "revoked_at"> {
  user_id: string;
  key_hash: Buffer;
  created_at: Generated<Date>;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
  replaced_by: string | null;
  made_with: string[];
  line: string | null;
  password_set_by: string | null;
}

interface Tables {
  api_key: Key;
  user_account: Omit<Holder, "keys" | "key_expires_at" | "password_set_by">;
}

export interface NewKey {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly key_hash: Buffer;
  readonly environment: ApiKey["environment"];
  readonly expires_at: Date | null;
  /** The keys that it must not outlive. */
  readonly made_with: readonly string[];
  /** Shared by keys that rotated themselves into each other. */
  readonly line: string | null;
  readonly password_set_by: string | null;
}

/** A key that works, and who may do what with it. */
export interface KeyHolder extends Holder {
  readonly key_id: string;
}

export interface OwnedKey {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly environment: ApiKey["environment"];
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly line: string | null;
  readonly is_active: boolean;
}

const SHOWN = [
  "id",
  "name",
  "prefix",
  "environment",
  "created_at",
  "expires_at",
  "last_used_at",
  "last_used_ip",
  "revoked_at",
] as const;

/** A key that ended with one that it was made with shows when that was. */
const REVOKED_AT = sql<Date | null>`coalesce(revoked_at, (SELECT min(least(link.revoked_at, link.expires_at))
  FROM api_key AS link WHERE link.id = ANY (api_key.made_with) AND least(link.revoked_at, link.expires_at) <= now()))`;

/** Undefined when the owner has an active key of that name. */
export async function insertKey(tx: Tx, key: NewKey): Promise<ApiKey | undefined> {
  const row = await queries<Tables>(tx)
    .insertInto("api_key")
    .values({
      ...key,
      made_with: [...key.made_with],
      last_used_at: null,
      last_used_ip: null,
      revoked_at: null,
      replaced_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(SHOWN)
    .executeTakeFirst();
  return row && shown(row);
}

/** Gives the names of keys that have ended free, and counts the others. */
export async function countActiveKeys(tx: Tx, userId: string): Promise<number> {
  await queries<Tables>(tx)
    .updateTable("api_key")
    .set({ revoked_at: KEY_END })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where(sql<boolean>`NOT ${KEY_LIVES}`)
    .execute();
  const { active } = await queries<Tables>(tx)
    .selectFrom("api_key")
    .select((count) => count.fn.countAll<string>().as("active"))
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(active);
}

export async function findKeyHolder(db: Db, hash: Buffer): Promise<KeyHolder | undefined> {
  const query = queries<Tables>(db)
    .selectFrom("api_key")
    .innerJoin("user_account", "user_account.id", "api_key.user_id")
    .select([
      "user_account.id",
      "user_account.email",
      "user_account.role",
      "user_account.is_active",
      "user_account.must_change_password",
      "api_key.id as key_id",
      "api_key.password_set_by",
    ])
    .select([KEY_CHAIN.as("keys"), KEY_END.as("key_expires_at")])
    .where("key_hash", "=", hash)
    .where(KEY_LIVES);
  const [holder] = await runPrepared<KeyHolder>(db, query.compile());
  return holder;
}

/** Which of these keys no longer work; what was made with one of them ends with it. */
export async function endedKeys(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await queries<Tables>(db)
    .selectFrom("api_key")
    .select("id")
    .where("id", "in", [...new Set(ids)])
    .where(KEY_LIVES)
    .execute();
  const live = new Set(rows.map(({ id }) => id));
  return new Set(ids.filter((id) => !live.has(id)));
}

/**
 * Locked until the transaction ends, and its account before it: of two rotations at the same moment one comes second. Anyone who
 * ends what an account has holds the account first, so with the opposite order here the two would wait for each other. Not
 * against references: a sign-in with a key, which has the account already, must not wait for one.
 */
export async function lockKey(tx: Tx, id: string): Promise<OwnedKey | undefined> {
  await queries<Tables>(tx)
    .selectFrom("user_account")
    .select("id")
    .where("id", "=", (from) => from.selectFrom("api_key").select("user_id").where("api_key.id", "=", id))
    .forUpdate()
    .execute();
  return queries<Tables>(tx)
    .selectFrom("api_key")
    .select(["id", "user_id", "name", "environment", "created_at", "expires_at", "line"])
    .select([KEY_LIVES.as("is_active")])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Includes the keys it was rotated to, because a thief may have rotated a leaked key. */
export async function revokeKey(tx: Tx, { id, line }: Pick<OwnedKey, "id" | "line">): Promise<void> {
  await queries<Tables>(tx)
    .updateTable("api_key")
    .set({ revoked_at: sql`now()` })
    .where((key) => (line === null ? key("id", "=", id) : key("line", "=", line)))
    .where("revoked_at", "is", null)
    .execute();
}

export async function revokeKeysOf(tx: Tx, userId: string): Promise<void> {
  await queries<Tables>(tx)
    .updateTable("api_key")
    .set({ revoked_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
}

export interface Replacement extends Pick<NewKey, "line"> {
  readonly id: string;
  readonly graceSeconds: number;
}

/** The old key gives up its name, and works on until then; a key that expires earlier still does. */
export async function replaceKey(tx: Tx, id: string, by: Replacement): Promise<Date> {
  const { expires_at } = await queries<Tables>(tx)
    .updateTable("api_key")
    .set({
      replaced_by: by.id,
      expires_at: sql`least(expires_at, now() + make_interval(secs => ${by.graceSeconds}))`,
      revoked_at: by.graceSeconds === 0 ? sql`now()` : null,
      ...(by.line === null ? {} : { line: by.line }),
    })
    .where("id", "=", id)
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return expires_at as Date;
}

/** At most once a minute: who uses a key a thousand times a second must not write as often. */
export async function touchKey(db: Db, id: string, ip: string): Promise<void> {
  await queries<Tables>(db)
    .updateTable("api_key")
    .set({ last_used_at: sql`now()`, last_used_ip: ip })
    .where("id", "=", id)
    .where((row) =>
      row.or([row("last_used_at", "is", null), row("last_used_at", "<", sql<Date>`now() - interval '1 minute'`)]),
    )
    .execute();
}

/** A key that was never used comes last. The newest come as the index has them, which `NULLS LAST` would not be. */
const ORDERS: Readonly<Record<ListKeysQuery["sort"], (order: OrderByItemBuilder) => OrderByItemBuilder>> = {
  name: (order) => order.asc(),
  created_at: (order) => order.desc(),
  last_used_at: (order) => order.desc().nullsLast(),
};

export async function listKeysOf(
  db: Db,
  userId: string,
  query: ListKeysQuery,
): Promise<{ items: ApiKey[]; total: number }> {
  const all = queries<Tables>(db).selectFrom("api_key").select(SHOWN).select(REVOKED_AT.as("revoked_at"));
  const rows = await matching(all, userId, query)
    .orderBy(query.sort, ORDERS[query.sort])
    .orderBy("id", "desc")
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const { total } = await matching(queries<Tables>(db).selectFrom("api_key"), userId, query)
    .select((count) => count.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return { items: rows.map(shown), total: Number(total) };
}

function matching<O>(
  all: SelectQueryBuilder<Tables, "api_key", O>,
  userId: string,
  { status, environment }: ListKeysQuery,
): SelectQueryBuilder<Tables, "api_key", O> {
  return all
    .where("user_id", "=", userId)
    .$if(status === "active", (some) => some.where(KEY_LIVES))
    .$if(status === "inactive", (some) => some.where(sql<boolean>`NOT ${KEY_LIVES}`))
    .$if(environment !== undefined, (some) => some.where("environment", "=", environment as Key["environment"]));
}

function shown(row: Pick<Selectable<Key>, (typeof SHOWN)[number]>): ApiKey {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
