import type { Budget, UpdateBudgetBody } from "@tackroom/contract";
import type { AuditDetail, CallContext } from "../platform/http/index.js";
import type { BudgetDeps } from "./budget-deps.js";
import type { BudgetChange, StoredBudget } from "./budget-store.js";
import { changeBudget } from "./budget-store.js";
import { describeBudget } from "./describe-budgets.js";
import { lockManagedBudget } from "./lock-managed-budget.js";

/** A period is not warned of twice, however often the amount is changed in it. */
export async function updateBudget(
  deps: BudgetDeps,
  { id, ...body }: UpdateBudgetBody & { readonly id: string },
  { caller, call }: CallContext,
): Promise<Budget> {
  const change: BudgetChange = { ...body, ...(body.name === undefined ? {} : { name: body.name.trim() }) };
  const budget = await call.act(async (tx) => {
    const before = await lockManagedBudget(tx, id, { caller, call });
    call.describeForAudit({ detail: changes(before, change) });
    return changeBudget(tx, id, change);
  });
  return describeBudget(deps, budget, caller);
}

function changes(before: StoredBudget, change: BudgetChange): AuditDetail {
  return Object.fromEntries(
    Object.entries(change).map(([key, to]) => [key, { from: before[key as keyof BudgetChange], to }]),
  );
}
