import { roleSuffices, type Role, type TeamRole, type TeamVisibility } from "@tackroom/contract";

/** How someone stands to a team. */
export interface Standing {
  readonly visibility: TeamVisibility;
  readonly teamRole: TeamRole | null;
  readonly accountRole: Role;
}

const isAdmin = (role: Role): boolean => roleSuffices(role, "admin");

/** Whether all teams are shown to someone, or only the public ones and their own. */
export const seesAllTeams = isAdmin;

export function canSeeTeam({ visibility, teamRole, accountRole }: Standing): boolean {
  return visibility === "public" || teamRole !== null || isAdmin(accountRole);
}

export function canManageTeam({ teamRole, accountRole }: Standing): boolean {
  return teamRole === "owner" || isAdmin(accountRole);
}

/** A team always keeps somebody who may change it; `newRole` is null for a member who goes. */
export function leavesNoOwner(role: TeamRole, newRole: TeamRole | null, owners: number): boolean {
  return role === "owner" && newRole !== "owner" && owners <= 1;
}

/** What a team is called by when no handle was chosen; may be none that is allowed. */
export function handleFromName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
