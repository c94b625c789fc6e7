import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import type { BudgetDeps } from "./budget-deps.js";
import { createBudget } from "./create-budget.js";
import { deleteBudget } from "./delete-budget.js";
import { getBudget } from "./get-budget.js";
import { listBudgets } from "./list-budgets.js";
import { updateBudget } from "./update-budget.js";

export function mountBudgets(mount: Mount, deps: BudgetDeps): void {
  mount(contract.listBudgets, ({ query }, context) => listBudgets(deps, query, context));
  mount(contract.createBudget, ({ body }, context) => createBudget(deps, body, context));
  mount(contract.getBudget, ({ params }, context) => getBudget(deps, params, context));
  mount(contract.updateBudget, ({ params, body }, context) => updateBudget(deps, { ...body, ...params }, context));
  mount(contract.deleteBudget, ({ params }, context) => deleteBudget(params, context));
}
