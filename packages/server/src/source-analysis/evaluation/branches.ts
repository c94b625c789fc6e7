import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { combine } from "./combine.js";
import type { Evaluating } from "./evaluating.js";
import type { Expression } from "./language.js";
import { type Environment, isType, isTyped, type Value } from "./values.js";

/** Deeper than functions that people write. */
const MAX_BRANCHES = 50;

type Choice = Extract<Expression, { kind: "choice" }>;

/** What a function returns: the values of all its branches together, and of texts the one whose conditions hold. */
export function returnedBy(evaluating: Evaluating, fn: SyntaxNode, env: Environment): Value {
  const nodes = evaluating.project.language.returned(fn);
  const values = nodes.map((node) => evaluating.evaluate(node, env));
  if (!areTexts(values)) return combine(values, evaluating.force);
  const taken: Value[] = [];
  for (const [index, node] of nodes.entries()) {
    const isReached = reaches(evaluating, node, fn, env);
    if (isReached !== false) taken.push(values[index]);
    if (isReached === true) break;
  }
  return combine(taken.length > 0 ? taken : values, evaluating.force);
}

export function chosenBy(evaluating: Evaluating, { options, test }: Choice, env: Environment): Value {
  const values = options.map((option) => evaluating.evaluate(option, env));
  const holds = test && areTexts(values) ? truthOf(evaluating, test, env) : undefined;
  return holds === undefined ? combine(values, evaluating.force) : values[holds ? 0 : 1];
}

/** Tools that are listed under a condition count in any case, so a condition decides between plain values only. */
function areTexts(values: readonly Value[]): boolean {
  const known = values.filter((value) => value !== undefined);
  return known.length > 1 && known.every((value) => !isTyped(value) || isType(value, "partial"));
}

/** Undefined where that cannot be said: a condition is not known, or the statement is in a loop or another block. */
function reaches(evaluating: Evaluating, node: SyntaxNode, fn: SyntaxNode, env: Environment): boolean | undefined {
  let isCertain = true;
  let inner = node;
  for (
    let outer = node.parent, steps = 0;
    outer && steps < MAX_BRANCHES;
    inner = outer, outer = outer.parent, steps++
  ) {
    if (outer.isSame(fn)) return isCertain ? true : undefined;
    if (!TRANSPARENT.has(outer.kind)) isCertain = false;
    const condition = outer.field("condition");
    const isThen = inner.fieldName === "consequence";
    if (!condition || !(isThen || inner.fieldName === "alternative")) continue;
    const holds = truthOf(evaluating, condition, env);
    if (holds === undefined) isCertain = false;
    else if (holds !== isThen) return false;
  }
  return undefined;
}

/** What a statement can be inside of without being left out or repeated. `elif` is not one: an earlier condition may hold. */
const TRANSPARENT = new Set([
  "return_statement",
  "expression_list",
  "if_statement",
  "else_clause",
  "block",
  "statement_block",
  "statement_list",
]);

/** As the three languages have it: empty texts, zero and nothing do not hold. */
function truthOf(evaluating: Evaluating, condition: SyntaxNode, env: Environment): boolean | undefined {
  if (condition.kind === "parenthesized_expression") {
    const [inner] = condition.children;
    return inner && truthOf(evaluating, inner, env);
  }
  const negated =
    condition.kind === "not_operator" || condition.text.startsWith("!") ? operandOf(condition) : undefined;
  if (negated) {
    const holds = truthOf(evaluating, negated, env);
    return holds === undefined ? undefined : !holds;
  }
  const compared = comparedIn(condition);
  if (compared) {
    const [one, other] = [evaluating.evaluate(compared.left, env), evaluating.evaluate(compared.right, env)];
    return isPlain(one) && isPlain(other) ? (one === other) === compared.isEqual : undefined;
  }
  const value = evaluating.evaluate(condition, env);
  return isPlain(value) ? Boolean(value) : undefined;
}

const operandOf = (node: SyntaxNode): SyntaxNode | undefined => node.field("argument") ?? node.field("operand");

const isPlain = (value: Value): boolean => value !== undefined && !isTyped(value);

const EQUAL: ReadonlyMap<string, boolean> = new Map([
  ["==", true],
  ["===", true],
  ["!=", false],
  ["!==", false],
]);

function comparedIn({
  children,
}: SyntaxNode): { readonly left: SyntaxNode; readonly right: SyntaxNode; readonly isEqual: boolean } | undefined {
  const [left, right] = children.filter(({ fieldName }) => !fieldName.startsWith("operator"));
  if (!left || !right) return undefined;
  const isEqual = EQUAL.get(left.tree.text.slice(left.end, right.start).trim());
  return isEqual === undefined ? undefined : { left, right, isEqual };
}
