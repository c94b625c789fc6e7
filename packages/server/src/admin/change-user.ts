import type { AdminUser } from "@tackroom/contract";
import { lockActiveAdmins, lockUser, type Account } from "../auth/index.js";
import type { CallContext } from "../platform/http/index.js";
import type { Tx } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { refusalOfIntent, type Intent } from "./core/user-rules.js";

export type Wish = Pick<Intent, "newRole" | "takesAdminAway" | "notToOneself">;

/**
 * Changes an account in one transaction with its audit record, if the rules let this caller. The admins are locked first and
 * the caller's own role read again: it may have changed since the request came in.
 */
export async function changeUser<T>(
  { id, caller, call }: CallContext & { readonly id: string },
  wish: Wish,
  change: (tx: Tx, target: Account) => Promise<T>,
): Promise<T> {
  return call.act(async (tx) => {
    const activeAdmins = await lockActiveAdmins(tx);
    const target = await lockUser(tx, id);
    const actor = await lockUser(tx, caller.userId);
    if (!target || !actor) throw noSuchUser();
    call.describeForAudit({ resourceName: target.email });
    const refusal = refusalOfIntent({ ...wish, actor, target, activeAdmins });
    if (refusal) throw new ServiceError(refusal.code, refusal.detail);
    return change(tx, target);
  });
}

const noSuchUser = (): ServiceError => new ServiceError("not_found", "Account not found. See GET /api/v1/admin/users.");

/** As admins see it. */
export function adminUser(account: Account | undefined): AdminUser {
  if (!account) throw noSuchUser();
  const { password_hash: _hash, must_change_password: _must, password_set_by: _setter, ...shown } = account;
  return shown;
}
