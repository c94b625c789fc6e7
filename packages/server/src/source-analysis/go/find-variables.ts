import type { Evaluator } from "../evaluation/evaluator.js";
import type { Findings } from "../findings.js";
import { lower } from "./lower.js";

/** `os.Getenv("NAME")` and `os.LookupEnv("NAME")` */
export function findVariables(evaluator: Evaluator, findings: Findings): void {
  for (const tree of evaluator.project.treesWith("os.Getenv(", "os.LookupEnv("))
    for (const node of tree.root.descendants()) {
      const call = node.kind === "call_expression" ? lower(node) : undefined;
      if (call?.kind !== "call" || !/^os\.(?:Getenv|LookupEnv)$/u.test(call.callee.text)) continue;
      evaluator.begin();
      const name = call.args[0] && evaluator.evaluate(call.args[0].value);
      if (typeof name === "string") findings.variables.push({ path: tree.path, name });
    }
}
