import type { Platform } from "../platform/platform.js";
import type { Db } from "../platform/relational/tx.js";
import type { Settings } from "../settings/index.js";

export interface BudgetDeps {
  readonly db: Db;
  /** Prices of models. */
  readonly settings: Settings;
}

export interface EvaluationDeps extends BudgetDeps {
  readonly transaction: Platform["relational"]["transaction"];
}
