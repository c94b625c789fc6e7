import type { CallContext } from "../platform/http/index.js";
import { checkMembershipChange } from "./change-membership.js";
import { deleteMember } from "./member-store.js";
import { lockVisibleTeam } from "./require-team.js";

export async function leaveTeam({ id }: { readonly id: string }, { caller, call }: CallContext): Promise<void> {
  await call.act(async (tx) => {
    await lockVisibleTeam(tx, id, { caller, call });
    const { userId } = caller;
    const from = await checkMembershipChange(
      tx,
      { teamId: id, userId, newRole: null },
      "You are not a member of this team.",
    );
    call.describeForAudit({ detail: { member: caller.email, role: { from, to: null } } });
    await deleteMember(tx, id, userId);
  });
}
