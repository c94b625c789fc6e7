import { Type } from "typebox";
import { job } from "../platform/jobs/index.js";
import type { EvaluationDeps } from "./budget-deps.js";
import { evaluateBudgets as evaluate } from "./evaluate-budgets.js";

export const evaluateBudgets = job({
  name: "budgets.evaluate",
  payload: Type.Object({}),
  // The next run is the next try.
  retryAfterSeconds: [],
  timeoutSeconds: 1800,
  cron: "*/5 * * * *",
  run: (deps: EvaluationDeps) => evaluate(deps, new Date()),
});
