import type { User } from "@tackroom/contract";
import type { Insertable, Selectable } from "kysely";
import { queries, type Relational, type Tx } from "../platform/relational/index.js";

interface UserAccount extends Omit<User, "created_at"> {
  sso_subject_id: string | null;
  password_hash: string | null;
  must_change_password: boolean;
  created_at: Date;
}

interface Tables {
  user_account: UserAccount;
  server_bootstrap: { only_row: boolean };
  refresh_token: { id: string; family: string; user_id: string; token_hash: Buffer; expires_at: Date };
}

export type NewUser = Pick<Insertable<UserAccount>, "id" | "email" | "username" | "name" | "role" | "password_hash">;
export type NewRefreshToken = Insertable<Tables["refresh_token"]>;

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

export async function anyUserExists(relational: Relational): Promise<boolean> {
  const found = await queries<Tables>(relational).selectFrom("user_account").select("id").limit(1).executeTakeFirst();
  return found !== undefined;
}

/** Makes the account and closes bootstrap for ever; undefined when someone has done so already, even at this moment. */
export function insertFirstAdmin(
  relational: Relational,
  user: NewUser,
  refreshToken: Omit<NewRefreshToken, "user_id">,
): Promise<User | undefined> {
  return relational.transaction(async (tx) => {
    if (!(await closeBootstrap(tx))) return undefined;
    const created = await insertLocalUser(tx, user);
    await queries<Tables>(tx)
      .insertInto("refresh_token")
      .values({ ...refreshToken, user_id: created.id })
      .execute();
    return created;
  });
}

async function closeBootstrap(tx: Tx): Promise<boolean> {
  const done = await queries<Tables>(tx)
    .insertInto("server_bootstrap")
    .values({ only_row: true })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

async function insertLocalUser(tx: Tx, user: NewUser): Promise<User> {
  const row = await queries<Tables>(tx)
    .insertInto("user_account")
    .values({
      ...user,
      auth_provider: "local",
      department: null,
      avatar_url: null,
      sso_subject_id: null,
      is_active: true,
      must_change_password: false,
      created_at: new Date(),
    })
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
  return shown(row);
}

export async function findUser(relational: Relational, id: string): Promise<User | undefined> {
  const row = await queries<Tables>(relational)
    .selectFrom("user_account")
    .select(SHOWN)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && shown(row);
}

function shown(row: Pick<Selectable<UserAccount>, (typeof SHOWN)[number]>): User {
  return { ...row, created_at: row.created_at.toISOString() };
}
