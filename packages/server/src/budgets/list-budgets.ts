import type { Budget, BudgetsQuery } from "@tackroom/contract";
import { page, type Answer, type CallContext } from "../platform/http/index.js";
import type { BudgetDeps } from "./budget-deps.js";
import { noteBudgetList, viewerOf } from "./budget-rights.js";
import { listBudgetsFor } from "./budget-store.js";
import { describeBudgets } from "./describe-budgets.js";

export async function listBudgets(
  deps: BudgetDeps,
  query: BudgetsQuery,
  { caller, call }: CallContext,
): Promise<Answer<Budget[]>> {
  const viewer = await viewerOf(deps.db, caller);
  const { items, total } = await listBudgetsFor(deps.db, viewer, query);
  noteBudgetList(caller, viewer, items);
  return page({ items: await describeBudgets(deps, items, caller), total }, query, call.url);
}
