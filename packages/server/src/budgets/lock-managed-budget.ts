import type { CallContext } from "../platform/http/index.js";
import type { Tx } from "../platform/relational/tx.js";
import { findVisibleBudget, requireManager } from "./budget-rights.js";
import { lockBudget, type StoredBudget } from "./budget-store.js";

/** For those who may change it. */
export async function lockManagedBudget(tx: Tx, id: string, { caller, call }: CallContext): Promise<StoredBudget> {
  await lockBudget(tx, id);
  const budget = await findVisibleBudget(tx, id, caller);
  call.describeForAudit({ resourceId: id, resourceName: budget.name });
  await requireManager(tx, caller, budget);
  return budget;
}
