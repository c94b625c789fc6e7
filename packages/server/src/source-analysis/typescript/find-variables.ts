import type { Evaluator } from "../evaluation/evaluator.js";
import type { Findings } from "../findings.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { patternNames } from "./parameters.js";

/** `process.env.NAME`, `process.env["NAME"]` and `const { NAME } = process.env` */
export function findVariables(evaluator: Evaluator, findings: Findings): void {
  for (const tree of evaluator.project.treesWith("process.env"))
    for (const node of tree.root.descendants()) {
      if (node.kind !== "member_expression" || node.text !== "process.env") continue;
      for (const name of namesRead(evaluator, node)) findings.variables.push({ path: tree.path, name });
    }
}

function namesRead(evaluator: Evaluator, env: SyntaxNode): string[] {
  const around = env.parent;
  if (around?.kind === "member_expression") return [around.field("property")?.text ?? ""];
  if (around?.kind === "subscript_expression") {
    const index = around.field("index");
    evaluator.begin();
    const name = index && evaluator.evaluate(index);
    return typeof name === "string" ? [name] : [];
  }
  const pattern = around?.kind === "variable_declarator" ? around.field("name") : undefined;
  return pattern?.kind === "object_pattern" ? patternNames(pattern).map(({ path }) => String(path[0])) : [];
}
