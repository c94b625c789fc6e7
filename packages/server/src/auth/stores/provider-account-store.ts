import type { SsoMethod } from "@tackroom/contract";
import { sql } from "kysely";
import { queries, type Tx } from "../../platform/relational/index.js";
import { account, KNOWN, type Account } from "./account.js";
import type { UserAccount } from "./user-store.js";

interface Tables {
  user_account: UserAccount;
}

export interface Subject {
  readonly method: SsoMethod;
  readonly subject: string;
}

export async function lockUserBySubject(tx: Tx, { method, subject }: Subject): Promise<Account | undefined> {
  const row = await queries<Tables>(tx)
    .selectFrom("user_account")
    .select(KNOWN)
    .where("auth_provider", "=", method)
    .where("sso_subject_id", "=", subject)
    .forUpdate()
    .executeTakeFirst();
  return row && account(row);
}

/** From now on the provider vouches for the account: nothing that its password opened opens it any more. */
export async function handToProvider(tx: Tx, id: string, { method, subject }: Subject): Promise<Account | undefined> {
  const row = await queries<Tables>(tx)
    .updateTable("user_account")
    .set({
      auth_provider: method,
      sso_subject_id: subject,
      password_hash: null,
      must_change_password: false,
      password_set_by: null,
      hooks_since: sql<Date>`now()`,
    })
    .where("id", "=", id)
    .returning(KNOWN)
    .executeTakeFirst();
  return row && account(row);
}
