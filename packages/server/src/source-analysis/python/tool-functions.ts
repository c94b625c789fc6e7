import type { Evaluating } from "../evaluation/evaluating.js";
import type { Parameter } from "../evaluation/language.js";
import { toJson } from "../evaluation/to-json.js";
import { isType, type Thunk } from "../evaluation/values.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { classSchema, parametersSchema, type Schema } from "./annotations.js";
import { parametersOf } from "./parameters.js";

/** Parameters that the framework fills in: callers never give them. */
const INJECTED = /\bContext\b|\bRequestContext\b|\bSession\b/u;
const INJECTING = /^(?:Depends|Header|CurrentContext|Inject)\b/u;

/** What callers of a tool's function give, and what of it is not annotated. */
export function describeFunction(evaluator: Evaluating, fn: SyntaxNode): { schema: Schema; unannotated: string[] } {
  const parameters = parametersOf(fn).filter((parameter) => !parameter.isRest && !isInjected(parameter));
  const unannotated = parameters.filter(({ annotation }) => !annotation).map(({ name }) => name);
  return { schema: parametersSchema(evaluator, parameters), unannotated };
}

function isInjected({ name, annotation, default: fallback }: Parameter): boolean {
  if (fallback && INJECTING.test(fallback.text.slice(0, 40))) return true;
  return annotation ? INJECTED.test(annotation.text.slice(0, 200)) : name === "ctx";
}

export function docstringOf(evaluator: Evaluating, fn: SyntaxNode): string | undefined {
  const [first] = fn.field("body")?.children ?? [];
  const [text] = first?.kind === "expression_statement" ? first.children : [];
  const value = text?.kind === "string" || text?.kind === "concatenated_string" ? evaluator.evaluate(text) : undefined;
  return typeof value === "string" ? value : undefined;
}

/** A literal schema, or that of a model: `Model.model_json_schema()`. */
export function explicitSchema(evaluator: Evaluating, thunk: Thunk | undefined): Schema | undefined {
  const value = evaluator.force(thunk);
  if (isType(value, "object")) return toJson(evaluator, value) as Schema;
  if (!isType(value, "call") || !/^(?:model_json_schema|schema)$/u.test(value.name)) return undefined;
  return isType(value.receiver, "class") ? classSchema(evaluator, value.receiver.node) : undefined;
}
