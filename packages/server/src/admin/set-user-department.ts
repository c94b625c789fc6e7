import type { AdminUser } from "@tackroom/contract";
import { updateUser } from "../auth/index.js";
import type { CallContext } from "../platform/http/index.js";
import { adminUser, changeUser } from "./change-user.js";

export function setUserDepartment(
  { id, department }: { readonly id: string; readonly department: string | null },
  { caller, call }: CallContext,
): Promise<AdminUser> {
  return changeUser({ id, caller, call }, {}, async (tx, target) => {
    const to = department?.trim() || null;
    call.describeForAudit({ detail: { department: { from: target.department, to } } });
    return adminUser(await updateUser(tx, id, { department: to }));
  });
}
