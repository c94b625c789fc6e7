import type { TeamRole } from "@tackroom/contract";
import type { Tx } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { leavesNoOwner } from "./core/team-rules.js";
import { countOwners, teamRole } from "./member-store.js";

export interface MembershipChange {
  readonly teamId: string;
  readonly userId: string;
  /** Null: goes. */
  readonly newRole: TeamRole | null;
}

/** Rejects users who are not members, and removing the last owner. The team must be locked. Returns the current role. */
export async function checkMembershipChange(
  tx: Tx,
  { teamId, userId, newRole }: MembershipChange,
  notAMember: string,
): Promise<TeamRole> {
  const role = await teamRole(tx, teamId, userId);
  if (!role) throw new ServiceError("not_found", notAMember);
  if (!leavesNoOwner(role, newRole, await countOwners(tx, teamId))) return role;
  throw new ServiceError("invalid_state", "This is the last owner of the team. Make another member an owner first.");
}

export const NO_SUCH_MEMBER = "Member not found. See GET /api/v1/teams/{id}/members.";
