import type { Budget } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import type { BudgetDeps } from "./budget-deps.js";
import { findVisibleBudget } from "./budget-rights.js";
import { describeBudget } from "./describe-budgets.js";

export async function getBudget(
  deps: BudgetDeps,
  { id }: { readonly id: string },
  { caller }: CallContext,
): Promise<Budget> {
  return describeBudget(deps, await findVisibleBudget(deps.db, id, caller), caller);
}
