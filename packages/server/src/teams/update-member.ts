import type { MemberId, TeamMember, TeamRole } from "@tackroom/contract";
import { findUserBy } from "../auth/index.js";
import type { CallContext } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import { checkMembershipChange, NO_SUCH_MEMBER } from "./change-membership.js";
import { shownMember } from "./list-members.js";
import { setMemberRole } from "./member-store.js";
import { lockManagedTeam } from "./require-team.js";

export async function updateMember(
  { id, user_id, role }: MemberId & { readonly role: TeamRole },
  { caller, call }: CallContext,
): Promise<TeamMember> {
  return call.act(async (tx) => {
    await lockManagedTeam(tx, id, { caller, call });
    const from = await checkMembershipChange(tx, { teamId: id, userId: user_id, newRole: role }, NO_SUCH_MEMBER);
    const user = await findUserBy(tx, { user_id });
    call.describeForAudit({ detail: { member: user?.email ?? user_id, role: { from, to: role } } });
    const membership = await setMemberRole(tx, { team_id: id, user_id, role });
    if (user && membership) return shownMember(user, membership);
    throw new ServiceError("not_found", NO_SUCH_MEMBER);
  });
}
