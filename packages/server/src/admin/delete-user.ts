import { deleteUser as removeUser } from "../auth/index.js";
import type { CallContext } from "../platform/http/index.js";
import { changeUser } from "./change-user.js";

export async function deleteUser({ id }: { readonly id: string }, { caller, call }: CallContext): Promise<void> {
  await changeUser({ id, caller, call }, { takesAdminAway: true, notToOneself: true }, (tx, { email, role }) => {
    call.describeForAudit({ detail: { user: email, role } });
    return removeUser(tx, id);
  });
}
