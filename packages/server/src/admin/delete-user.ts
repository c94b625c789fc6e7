import { deleteUser as removeUser } from "../auth/index.js";
import type { Call, Caller } from "../platform/http/index.js";
import { changeUser } from "./change-user.js";

export async function deleteUser(id: string, caller: Caller, call: Call): Promise<void> {
  await changeUser({ id, caller, call }, { takesAdminAway: true, notToOneself: true }, (tx, { email, role }) => {
    call.describeForAudit({ detail: { user: email, role } });
    return removeUser(tx, id);
  });
}
