import type { SsoMethod } from "@tackroom/contract";
import { sql } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";

interface Tables {
  sso_flow: {
    state_hash: Buffer;
    method: SsoMethod;
    browser_hash: Buffer;
    sealed: Buffer;
    next: string;
    expires_at: Date;
  };
  sso_code: {
    code_hash: Buffer;
    user_id: string;
    browser_hash: Buffer;
    method: SsoMethod;
    provider_session: string | null;
    provider_sealed: Buffer | null;
    expires_at: Date;
  };
}

export type NewFlow = Omit<Tables["sso_flow"], "expires_at">;
export type Flow = Pick<NewFlow, "browser_hash" | "sealed" | "next">;
export type NewCode = Omit<Tables["sso_code"], "expires_at">;
export type UsedCode = Pick<NewCode, "user_id" | "method" | "provider_session" | "provider_sealed">;

const after = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

export async function insertFlow(db: Db, flow: NewFlow, lifetimeSeconds: number): Promise<void> {
  await queries<Tables>(db)
    .insertInto("sso_flow")
    .values({ ...flow, expires_at: after(lifetimeSeconds) })
    .execute();
}

/** Uses it up: of two callbacks with the same state one gets it. */
export async function takeFlow(db: Db, stateHash: Buffer, method: SsoMethod): Promise<Flow | undefined> {
  return queries<Tables>(db)
    .deleteFrom("sso_flow")
    .where("state_hash", "=", stateHash)
    .where("method", "=", method)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["browser_hash", "sealed", "next"])
    .executeTakeFirst();
}

export async function insertCode(tx: Tx, code: NewCode, lifetimeSeconds: number): Promise<void> {
  await queries<Tables>(tx)
    .insertInto("sso_code")
    .values({ ...code, expires_at: after(lifetimeSeconds) })
    .execute();
}

/** Uses it up, for the browser that it was made for; another one leaves it as it is. */
export async function takeCode(
  db: Db,
  { codeHash, browserHash }: { readonly codeHash: Buffer; readonly browserHash: Buffer },
): Promise<UsedCode | undefined> {
  return queries<Tables>(db)
    .deleteFrom("sso_code")
    .where("code_hash", "=", codeHash)
    .where("browser_hash", "=", browserHash)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["user_id", "method", "provider_session", "provider_sealed"])
    .executeTakeFirst();
}

export async function deleteExpiredFlows(db: Db): Promise<void> {
  const isOver = sql<boolean>`expires_at < now()`;
  await queries<Tables>(db).deleteFrom("sso_flow").where(isOver).execute();
  await queries<Tables>(db).deleteFrom("sso_code").where(isOver).execute();
}
