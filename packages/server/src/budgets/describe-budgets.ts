import { SHOWN_WARNINGS, type Budget } from "@tackroom/contract";
import { findUsers } from "../auth/index.js";
import { createSemaphore } from "../platform/concurrency.js";
import type { Caller } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { qualifiedName } from "../registry/index.js";
import { findTeam } from "../teams/index.js";
import type { BudgetDeps } from "./budget-deps.js";
import { findAgents } from "./budget-rights.js";
import { latestWarningsOf, type StoredBudget, type StoredWarning } from "./budget-store.js";
import { periodAt } from "./core/period.js";
import { forecastOf, percentOf } from "./core/spending.js";
import { spendingOf } from "./spending-of.js";

/** A long list must not take all connections at once. */
const SUMS_AT_ONCE = 4;

/** As the caller sees them, with what has been spent until now. */
export async function describeBudgets(
  deps: BudgetDeps,
  budgets: readonly StoredBudget[],
  caller: Caller,
): Promise<Budget[]> {
  const now = new Date();
  const ids = budgets.map(({ id }) => id);
  const names = await namesOf(deps.db, budgets, caller);
  const warnings = await latestWarningsOf(deps.db, ids, SHOWN_WARNINGS);
  const inTurn = createSemaphore(SUMS_AT_ONCE);
  return Promise.all(
    budgets.map((budget) =>
      inTurn(async () => ({
        ...describeStored(budget, warnings),
        scope_name: names.get(scopeIdOf(budget)) ?? null,
        ...(await describeSpending(deps, budget, now)),
      })),
    ),
  );
}

export async function describeBudget(deps: BudgetDeps, budget: StoredBudget, caller: Caller): Promise<Budget> {
  const [described] = await describeBudgets(deps, [budget], caller);
  return described as Budget;
}

type Spending = Pick<
  Budget,
  "period_start" | "period_end" | "spent_usd" | "percent" | "forecast_usd" | "sessions_without_price"
>;

async function describeSpending(deps: BudgetDeps, budget: StoredBudget, now: Date): Promise<Spending> {
  const bounds = periodAt(budget.period, now);
  const { usd, sessionsWithoutPrice } = await spendingOf(deps, budget, bounds);
  return {
    period_start: bounds.start.toISOString(),
    period_end: bounds.end.toISOString(),
    spent_usd: usd,
    percent: percentOf(usd, budget.amount_usd),
    forecast_usd: forecastOf(usd, bounds, now),
    sessions_without_price: sessionsWithoutPrice,
  };
}

function describeStored(
  budget: StoredBudget,
  warningsOfAll: readonly StoredWarning[],
): Omit<Budget, keyof Spending | "scope_name"> {
  const { id, name, scope_type, amount_usd, period, status, created_by, created_at } = budget;
  const warnings = warningsOfAll.filter(({ budget_id }) => budget_id === id);
  return {
    id,
    name,
    scope_type,
    scope_id: scopeIdOf(budget),
    amount_usd,
    period,
    status,
    created_by,
    created_at: created_at.toISOString(),
    warnings: warnings.map(({ level, period_start, at }) => ({
      level,
      period_start: period_start.toISOString(),
      at: at.toISOString(),
    })),
  };
}

const scopeIdOf = ({ user_id, team_id, agent_id }: StoredBudget): string => user_id ?? team_id ?? agent_id ?? "";

/** By id, of whatever the caller may know the name of. */
async function namesOf(db: Db, budgets: readonly StoredBudget[], caller: Caller): Promise<Map<string, string>> {
  const idsOf = (key: "user_id" | "team_id" | "agent_id"): string[] => [
    ...new Set(budgets.flatMap((budget) => budget[key] ?? [])),
  ];
  const users = await findUsers(db, idsOf("user_id"));
  const teams = await Promise.all(idsOf("team_id").map((id) => findTeam(db, id)));
  const agents = await findAgents(db, caller, idsOf("agent_id"));
  return new Map([
    ...[...users.values()].map(({ id, username }): [string, string] => [id, username]),
    ...teams.flatMap((team): [string, string][] => (team ? [[team.id, team.handle]] : [])),
    ...agents.map((agent): [string, string] => [agent.id, qualifiedName(agent)]),
  ]);
}
