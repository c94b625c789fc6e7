import { roleSuffices, type Role } from "@tackroom/contract";
import type { Caller } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { findItemsByIds, loadViewer, type Item } from "../registry/index.js";
import { findTeam, teamRole, teamsOf } from "../teams/index.js";
import { findBudget, type BudgetViewer, type StoredBudget } from "./budget-store.js";

interface Person {
  readonly userId: string;
  readonly role: Role;
}

type Scope = Pick<StoredBudget, "scope_type" | "user_id" | "team_id" | "agent_id">;

export const isAdmin = ({ role }: Pick<Person, "role">): boolean => roleSuffices(role, "admin");

/** Whether someone may set such a budget now. Those who set one lose their say in it together with this right. */
export async function maySet(db: Db, person: Person, { scope_type, ...scope }: Scope): Promise<boolean> {
  if (isAdmin(person)) return true;
  if (scope_type === "user") return scope.user_id === person.userId;
  if (scope.team_id !== null) return (await teamRole(db, scope.team_id, person.userId)) === "owner";
  if (scope.agent_id !== null) return (await findAgent(db, person, scope.agent_id))?.is_owned ?? false;
  return false;
}

export async function viewerOf(db: Db, person: Person): Promise<BudgetViewer> {
  return { userId: person.userId, teams: await teamsOf(db, person.userId), seesAll: isAdmin(person) };
}

/** As `listBudgetsFor` has it. */
function isAboutViewer({ userId, teams }: BudgetViewer, budget: StoredBudget): boolean {
  if (budget.scope_type === "agent") return budget.created_by === userId;
  return budget.user_id === userId || (budget.team_id !== null && teams.includes(budget.team_id));
}

/** What an admin has set themselves over sums that name nobody is theirs; the spending of people and teams is not. */
function isPrivileged(viewer: BudgetViewer, budget: StoredBudget): boolean {
  if (budget.scope_type === "all") return budget.created_by !== viewer.userId;
  return !isAboutViewer(viewer, budget);
}

const noSuchBudget = (): ServiceError => new ServiceError("not_found", "Budget not found. See GET /api/v1/budgets.");

/** One that the caller sees. */
export async function findVisibleBudget(db: Db, id: string, caller: Caller): Promise<StoredBudget> {
  const budget = await findBudget(db, id);
  if (!budget) throw noSuchBudget();
  const viewer = await viewerOf(db, caller);
  if (!viewer.seesAll && !isAboutViewer(viewer, budget)) throw await refusal(db, caller, budget);
  if (isPrivileged(viewer, budget)) {
    caller.notePrivilegedRead({ resourceType: "budget", resourceId: budget.id, resourceName: budget.name });
  }
  return budget;
}

export function noteBudgetList(caller: Caller, viewer: BudgetViewer, budgets: readonly StoredBudget[]): void {
  if (!budgets.some((budget) => isPrivileged(viewer, budget))) return;
  caller.notePrivilegedRead({
    resourceType: "budget",
    resourceId: null,
    detail: { shown: "a list with budgets of others" },
  });
}

/** That a private team or a hidden agent has a budget is not told either. */
async function refusal(db: Db, caller: Caller, { team_id, agent_id }: StoredBudget): Promise<ServiceError> {
  const isHidden =
    (team_id !== null && (await findTeam(db, team_id))?.visibility !== "public") ||
    (agent_id !== null && !(await findAgent(db, caller, agent_id)));
  return isHidden
    ? noSuchBudget()
    : new ServiceError(
        "forbidden",
        "Permission denied: this budget is for another user, or for a team that you are not a member of.",
      );
}

/** Its creator, while they may set such a budget, and admins. */
export async function requireManager(db: Db, caller: Caller, budget: StoredBudget): Promise<void> {
  if (isAdmin(caller)) return;
  if (budget.created_by === caller.userId && (await maySet(db, caller, budget))) return;
  throw new ServiceError(
    "forbidden",
    "Permission denied: only admins can change this budget, and its creator as long as they may create such budgets.",
  );
}

async function findAgent(db: Db, { userId, role }: Person, id: string): Promise<Item | undefined> {
  return (await findAgents(db, { userId, role }, [id]))[0];
}

/** Those that someone sees. Reads of them are recorded as reads of their budgets. */
export async function findAgents(db: Db, { userId, role }: Person, ids: readonly string[]): Promise<Item[]> {
  if (ids.length === 0) return [];
  const viewer = await loadViewer(db, { userId, role, notePrivilegedRead: () => undefined });
  return findItemsByIds(db, viewer, "agent", ids);
}
