import { roleSuffices, type AdminUser, type Role } from "@tackroom/contract";
import { updateUser } from "../auth/index.js";
import type { CallContext } from "../platform/http/index.js";
import { adminUser, changeUser } from "./change-user.js";

export function setUserRole(
  { id, role }: { readonly id: string; readonly role: Role },
  { caller, call }: CallContext,
): Promise<AdminUser> {
  const wish = { newRole: role, takesAdminAway: !roleSuffices(role, "admin"), notToOneself: true };
  return changeUser({ id, caller, call }, wish, async (tx, target) => {
    call.describeForAudit({ detail: { role: { from: target.role, to: role } } });
    return adminUser(await updateUser(tx, id, { role }));
  });
}
