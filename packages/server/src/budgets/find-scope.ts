import type { CreateBudgetBody } from "@tackroom/contract";
import { findUserBy, type UserKey } from "../auth/index.js";
import type { Caller } from "../platform/http/index.js";
import { isUuid } from "../platform/ids.js";
import type { Db } from "../platform/relational/tx.js";
import { fieldError, ServiceError } from "../platform/service-error.js";
import { findItem, loadViewer, qualifiedName } from "../registry/index.js";
import { findTeam, teamRole } from "../teams/index.js";
import { isAdmin } from "./budget-rights.js";
import type { StoredBudget } from "./budget-store.js";

export interface FoundScope {
  readonly scope: Pick<StoredBudget, "scope_type" | "user_id" | "team_id" | "agent_id">;
  /** For the audit log. */
  readonly name: string;
}

const NOBODY = { user_id: null, team_id: null, agent_id: null } as const;

/** What a new budget is about, if the caller may set one for it. */
export async function findScope(
  db: Db,
  { scope_type, scope_id }: Pick<CreateBudgetBody, "scope_type" | "scope_id">,
  caller: Caller,
): Promise<FoundScope> {
  switch (scope_type) {
    case "user":
      return userScope(db, scope_id, caller);
    case "team":
      return teamScope(db, required(scope_id, "the ID or the handle of a team"), caller);
    case "agent":
      return agentScope(db, required(scope_id, "the ID or the qualified name of an agent"), caller);
    default:
      return allScope(scope_id, caller);
  }
}

function required(scopeId: string, what: string): string {
  if (scopeId === "") throw fieldError("body.scope_id", `must be ${what}`);
  return scopeId;
}

async function userScope(db: Db, scopeId: string, caller: Caller): Promise<FoundScope> {
  const user = await findUserBy(db, scopeId === "" ? { user_id: caller.userId } : keyOf(scopeId));
  if (user?.id === caller.userId || (user && isAdmin(caller))) {
    return { scope: { ...NOBODY, scope_type: "user", user_id: user.id }, name: user.email };
  }
  // Others are not told who exists.
  if (!isAdmin(caller)) {
    throw new ServiceError("forbidden", "Only admins can set a budget for another user. Omit scope_id for yourself.");
  }
  throw new ServiceError("not_found", `User ${scopeId} not found. See GET /api/v1/admin/users.`);
}

function keyOf(scopeId: string): UserKey {
  const isId: boolean = isUuid(scopeId);
  if (isId) return { user_id: scopeId };
  return scopeId.includes("@") ? { email: scopeId } : { username: scopeId };
}

async function teamScope(db: Db, scopeId: string, caller: Caller): Promise<FoundScope> {
  const team = await findTeam(db, scopeId);
  const role = team && (await teamRole(db, team.id, caller.userId));
  const mayKnow = isAdmin(caller) || role !== undefined || team?.visibility === "public";
  if (!team || !mayKnow) throw new ServiceError("not_found", "Team not found. See GET /api/v1/teams/all.");
  if (!isAdmin(caller) && role !== "owner") {
    throw new ServiceError(
      "forbidden",
      `Permission denied: only an owner of the team ${team.name} or an admin can set its budget.`,
    );
  }
  return { scope: { ...NOBODY, scope_type: "team", team_id: team.id }, name: team.handle };
}

async function agentScope(db: Db, scopeId: string, caller: Caller): Promise<FoundScope> {
  // A bare name may be that of several.
  const isId: boolean = isUuid(scopeId);
  if (!isId && scopeId.split("/").length !== 2) {
    throw fieldError("body.scope_id", "must be the ID of an agent, or its qualified name such as ada/reviewer");
  }
  const agent = await findItem(db, await loadViewer(db, caller), "agent", scopeId);
  if (!agent.is_owned) {
    throw new ServiceError(
      "forbidden",
      `Permission denied: only the owner and co-authors of ${qualifiedName(agent)} and admins can set a budget for it.`,
    );
  }
  return { scope: { ...NOBODY, scope_type: "agent", agent_id: agent.id }, name: qualifiedName(agent) };
}

function allScope(scopeId: string, caller: Caller): FoundScope {
  if (scopeId !== "") throw fieldError("body.scope_id", "must be empty when scope_type is all");
  if (!isAdmin(caller)) throw new ServiceError("forbidden", "Only admins can set a budget for all users.");
  return { scope: { ...NOBODY, scope_type: "all" }, name: "all" };
}
