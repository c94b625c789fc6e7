import { MAX_BUDGETS_PER_CREATOR, type Budget, type CreateBudgetBody } from "@tackroom/contract";
import { created, type Answer, type CallContext } from "../platform/http/index.js";
import { newId } from "../platform/ids.js";
import { ServiceError } from "../platform/service-error.js";
import type { BudgetDeps } from "./budget-deps.js";
import { countBudgetsBy, insertBudget } from "./budget-store.js";
import { describeBudget } from "./describe-budgets.js";
import { findScope } from "./find-scope.js";
import { lockPeople } from "./lock-people.js";

export async function createBudget(
  deps: BudgetDeps,
  { scope_type, scope_id, ...body }: CreateBudgetBody,
  { caller, call }: CallContext,
): Promise<Answer<Budget>> {
  const { amount_usd, period } = body;
  const id = newId();
  const name = body.name.trim();
  const budget = await call.act(async (tx) => {
    call.describeForAudit({ resourceId: id, resourceName: name, detail: { scope_type, amount_usd, period } });
    const { scope, name: scopeName } = await findScope(tx, { scope_type, scope_id }, caller);
    call.describeForAudit({ detail: { scope: scopeName } });
    // Of several that one person creates at the same moment each counts those before it.
    await lockPeople(tx, [caller.userId, ...(scope.user_id === null ? [] : [scope.user_id])]);
    if ((await countBudgetsBy(tx, caller.userId)) >= MAX_BUDGETS_PER_CREATOR) {
      throw new ServiceError(
        "conflict",
        `You have reached the limit of ${MAX_BUDGETS_PER_CREATOR} budgets. Delete one first.`,
      );
    }
    return insertBudget(tx, { id, name, amount_usd, period, created_by: caller.userId, ...scope });
  });
  return created(await describeBudget(deps, budget, caller), `/budgets/${id}`);
}
