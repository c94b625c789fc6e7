import type { AdminUser } from "@tackroom/contract";
import { revokeFamiliesOf, updateUser } from "../auth/index.js";
import type { CallContext } from "../platform/http/index.js";
import { adminUser, changeUser } from "./change-user.js";

export function setUserActive(
  { id, active }: { readonly id: string; readonly active: boolean },
  { caller, call }: CallContext,
): Promise<AdminUser> {
  const wish = { takesAdminAway: !active, notToOneself: true };
  return changeUser({ id, caller, call }, wish, async (tx, target) => {
    call.describeForAudit({ detail: { active: { from: target.is_active, to: active } } });
    if (!active) await revokeFamiliesOf(tx, id);
    return adminUser(await updateUser(tx, id, { is_active: active }));
  });
}
