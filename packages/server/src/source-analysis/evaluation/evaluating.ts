import type { SyntaxNode } from "../syntax/syntax-tree.js";
import type { Argument } from "./language.js";
import type { Project } from "./project.js";
import type { Environment, FunctionValue, Thunk, Value } from "./values.js";

/** What the parts of the evaluator need of the whole. */
export interface Evaluating {
  readonly project: Project;
  evaluate(node: SyntaxNode, env?: Environment): Value;
  force(thunk: Thunk | undefined): Value;
  member(value: Value, name: string): Value;
  apply(fn: FunctionValue, args: readonly Thunk[], named?: ReadonlyMap<string, Thunk>): Value;
  bind(fn: SyntaxNode, args: readonly Thunk[], named?: ReadonlyMap<string, Thunk>): Map<string, Thunk>;
  argumentsOf(args: readonly Argument[], env: Environment): { args: Thunk[]; named: Map<string, Thunk> };
  exported(path: string, name: string): Value;
}
