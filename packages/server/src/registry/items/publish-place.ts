import type { Visibility } from "@tackroom/contract";
import { roleSuffices } from "@tackroom/contract";
import { findUsers } from "../../auth/index.js";
import type { Caller } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { fieldErrors, ServiceError } from "../../platform/service-error.js";
import { findTeam, teamRole } from "../../teams/index.js";

/** Where an item is published, and under whose name. */
export interface Place {
  readonly namespace: string;
  readonly team_id: string | null;
  readonly visibility: Visibility;
  readonly owner: string;
}

export interface PlaceWish {
  readonly team_id?: string | undefined;
  readonly visibility: Visibility;
  readonly owner?: string | undefined;
}

/** Contract §4.1, "Team publish". */
export async function choosePlace(db: Db, { team_id, visibility, owner }: PlaceWish, caller: Caller): Promise<Place> {
  if (team_id !== undefined) {
    const team = await requireTeam(db, team_id, visibility, caller);
    return { namespace: team.handle, team_id: team.id, visibility, owner: team.name };
  }
  if (visibility === "team") {
    const message = "is required for the visibility team: the ID of one of your teams";
    throw fieldErrors([{ path: "body.team_id", message }]);
  }
  const username = await usernameOf(db, caller.userId);
  return { namespace: username, team_id: null, visibility, owner: owner?.trim() || username };
}

export async function usernameOf(db: Db, userId: string): Promise<string> {
  const user = (await findUsers(db, [userId])).get(userId);
  if (!user) throw new ServiceError("unauthenticated", "The account no longer exists. Sign in with another one.");
  return user.username;
}

export async function requireTeam(db: Db, teamId: string, visibility: Visibility, caller: Caller) {
  const team = await findTeam(db, teamId);
  const role = team && (await teamRole(db, team.id, caller.userId));
  const isAdmin = roleSuffices(caller.role, "admin");
  // A private team is not there for those outside it.
  if (!team || (team.visibility === "private" && !role && !isAdmin)) {
    throw new ServiceError("not_found", `Team ${teamId} not found. See GET /api/v1/teams.`);
  }
  if (!role && !isAdmin) {
    throw new ServiceError("forbidden", `You are not a member of ${team.handle}. Ask one of its owners to add you.`);
  }
  if (team.visibility === "private" && visibility === "public") {
    throw new ServiceError(
      "conflict",
      `${team.handle} is a private team: use the visibility team, or publish elsewhere.`,
    );
  }
  return team;
}

export function nameTaken(namespace: string, slug: string): ServiceError {
  return new ServiceError(
    "name_taken",
    `${namespace}/${slug} already exists. Choose another name, or submit a new version of it.`,
  );
}
