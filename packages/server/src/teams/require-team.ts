import type { Team } from "@tackroom/contract";
import type { CallContext, Caller } from "../platform/http/index.js";
import type { Db, Tx } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { canManageTeam, canSeeTeam } from "./core/team-rules.js";
import { teamRole } from "./member-store.js";
import { findTeamAs, lockTeam, type KnownTeam } from "./team-store.js";

/** A private team does not exist, as far as others can tell. */
export const noSuchTeam = (): ServiceError =>
  new ServiceError("not_found", "Team not found. See GET /api/v1/teams/all.");

export async function requireTeam(db: Db, idOrHandle: string, caller: Caller): Promise<Team> {
  const team = await findTeamAs(db, idOrHandle, caller.userId);
  if (!team || !canSeeTeam({ ...team, teamRole: team.role, accountRole: caller.role })) throw noSuchTeam();
  noteTeamRead(caller, team);
  return team;
}

/** A private team is shown to others than its members only because they are admins. */
function noteTeamRead(caller: Caller, { id, handle, visibility, role }: Team): void {
  if (visibility === "public" || role !== null) return;
  caller.notePrivilegedRead({ resourceType: "team", resourceId: id, resourceName: handle });
}

/** Locked, so that what is decided about its members stays true. */
export async function lockVisibleTeam(tx: Tx, id: string, { caller, call }: CallContext): Promise<KnownTeam> {
  return (await lockAs(tx, id, { caller, call })).team;
}

/** The same for those who may change it: its owners, and admins. */
export async function lockManagedTeam(tx: Tx, id: string, { caller, call }: CallContext): Promise<KnownTeam> {
  const { team, standing } = await lockAs(tx, id, { caller, call });
  if (canManageTeam(standing)) return team;
  throw new ServiceError(
    "forbidden",
    `Permission denied: only an owner of the team ${team.name} or an admin can do this.`,
  );
}

async function lockAs(tx: Tx, id: string, { caller, call }: CallContext) {
  const team = await lockTeam(tx, id);
  if (!team) throw noSuchTeam();
  const role = (await teamRole(tx, id, caller.userId)) ?? null;
  const standing = { visibility: team.visibility, teamRole: role, accountRole: caller.role };
  if (!canSeeTeam(standing)) throw noSuchTeam();
  call.describeForAudit({ resourceId: id, resourceName: team.handle });
  return { team, standing };
}
