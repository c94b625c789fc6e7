import { findUser } from "../auth/index.js";
import type { Db } from "../platform/relational/tx.js";
import { membersOf } from "../teams/index.js";
import { costOfPeriod, type PeriodCost } from "../telemetry/index.js";
import type { BudgetDeps } from "./budget-deps.js";
import { isAdmin } from "./budget-rights.js";
import type { StoredBudget } from "./budget-store.js";
import type { PeriodBounds } from "./core/period.js";

type Query = Parameters<typeof costOfPeriod>[1];

/** What the scope of a budget has spent in a period. A team's members are those of this moment. */
export async function spendingOf(deps: BudgetDeps, budget: StoredBudget, bounds: PeriodBounds): Promise<PeriodCost> {
  return costOfPeriod(deps, {
    from: bounds.start.toISOString(),
    to: new Date(bounds.end.getTime() - 1).toISOString(),
    ...(await whose(deps.db, budget)),
  });
}

async function whose(db: Db, budget: StoredBudget): Promise<Pick<Query, "users" | "agentId">> {
  switch (budget.scope_type) {
    case "user":
      return { users: budget.user_id === null ? [] : [budget.user_id] };
    case "team":
      return { users: budget.team_id === null ? [] : await membersOf(db, budget.team_id) };
    case "agent":
      return { agentId: budget.agent_id ?? undefined, users: await seenByCreator(db, budget) };
    default:
      return {};
  }
}

/** Owners of an agent do not see other people's sessions with it: a budget must not tell them either. */
async function seenByCreator(db: Db, { created_by }: Pick<StoredBudget, "created_by">): Promise<string[] | undefined> {
  const creator = created_by === null ? undefined : await findUser(db, created_by);
  if (!creator) return [];
  return isAdmin(creator) ? undefined : [creator.id];
}
