import type { CallContext } from "../platform/http/index.js";
import { dropBudget } from "./budget-store.js";
import { lockManagedBudget } from "./lock-managed-budget.js";

export async function deleteBudget({ id }: { readonly id: string }, { caller, call }: CallContext): Promise<void> {
  await call.act(async (tx) => {
    const { scope_type, amount_usd, period } = await lockManagedBudget(tx, id, { caller, call });
    call.describeForAudit({ detail: { scope_type, amount_usd, period } });
    await dropBudget(tx, id);
  });
}
