import type { MemberId } from "@tackroom/contract";
import { findUserBy } from "../auth/index.js";
import type { CallContext } from "../platform/http/index.js";
import { checkMembershipChange, NO_SUCH_MEMBER } from "./change-membership.js";
import { deleteMember } from "./member-store.js";
import { lockManagedTeam } from "./require-team.js";

export async function removeMember({ id, user_id }: MemberId, { caller, call }: CallContext): Promise<void> {
  await call.act(async (tx) => {
    await lockManagedTeam(tx, id, { caller, call });
    const from = await checkMembershipChange(tx, { teamId: id, userId: user_id, newRole: null }, NO_SUCH_MEMBER);
    const user = await findUserBy(tx, { user_id });
    call.describeForAudit({ detail: { member: user?.email ?? user_id, role: { from, to: null } } });
    await deleteMember(tx, id, user_id);
  });
}
