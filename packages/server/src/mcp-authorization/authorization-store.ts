import { sql, type Generated } from "kysely";
import { queries, type Db, type Tx } from "../platform/relational/index.js";

interface Tables {
  mcp_authorization: {
    id: string;
    user_id: string;
    client_hash: Buffer;
    client_name: string;
    client_host: string | null;
    redirect_uri: string;
    resource: string;
    scope: string;
    code_hash: Buffer;
    code_challenge: string;
    code_expires_at: Date;
    code_used_at: Date | null;
    created_at: Generated<Date>;
    last_used_at: Date | null;
  };
}

type Row = Tables["mcp_authorization"];
export type NewAuthorization = Omit<Row, "code_expires_at" | "code_used_at" | "created_at" | "last_used_at">;
export type StoredAuthorization = Pick<
  Row,
  "id" | "user_id" | "client_hash" | "client_name" | "redirect_uri" | "resource" | "scope" | "code_challenge"
>;

const STORED = [
  "id",
  "user_id",
  "client_hash",
  "client_name",
  "redirect_uri",
  "resource",
  "scope",
  "code_challenge",
] as const;

export async function insertAuthorization(tx: Tx, authorization: NewAuthorization, codeSeconds: number): Promise<void> {
  await queries<Tables>(tx)
    .insertInto("mcp_authorization")
    .values({
      ...authorization,
      code_expires_at: sql<Date>`now() + make_interval(secs => ${codeSeconds})`,
      code_used_at: null,
      last_used_at: null,
    })
    .execute();
}

export function findByCode(db: Db, codeHash: Buffer): Promise<StoredAuthorization | undefined> {
  return queries<Tables>(db)
    .selectFrom("mcp_authorization")
    .select(STORED)
    .where("code_hash", "=", codeHash)
    .executeTakeFirst();
}

export function findAuthorization(db: Db, id: string): Promise<StoredAuthorization | undefined> {
  return queries<Tables>(db).selectFrom("mcp_authorization").select(STORED).where("id", "=", id).executeTakeFirst();
}

/** False when it has expired or was used before. */
export async function useCode(tx: Tx, codeHash: Buffer): Promise<boolean> {
  const done = await queries<Tables>(tx)
    .updateTable("mcp_authorization")
    .set({ code_used_at: sql`now()`, last_used_at: sql`now()` })
    .where("code_hash", "=", codeHash)
    .where("code_used_at", "is", null)
    .where("code_expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export async function noteUse(tx: Tx, id: string): Promise<void> {
  await queries<Tables>(tx)
    .updateTable("mcp_authorization")
    .set({ last_used_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

const MAX_ROWS = 500;

/** Those whose code was exchanged, newest first, also such as have ended since. */
export function listAuthorizations(db: Db, userId: string) {
  return queries<Tables>(db)
    .selectFrom("mcp_authorization")
    .select(["id", "client_name", "client_host", "scope", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .where("code_used_at", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(MAX_ROWS)
    .execute();
}
