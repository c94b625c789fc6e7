import type { Evaluating } from "./evaluating.js";
import { isType, type Value } from "./values.js";

const MAX_DEPTH = 12;

/** A literal as JSON, without the parts that are not known. Undefined where nothing of it is. */
export function toJson(evaluator: Evaluating, value: Value, depth = 0): unknown {
  if (depth > MAX_DEPTH || value === undefined) return undefined;
  if (isType(value, "partial")) return value.text;
  if (isType(value, "list"))
    return value.items
      .map((item) => toJson(evaluator, evaluator.force(item), depth + 1))
      .filter((item) => item !== undefined);
  if (isType(value, "object")) {
    const entries = [...value.entries].flatMap(([key, thunk]) => {
      const member = toJson(evaluator, evaluator.force(thunk), depth + 1);
      return member === undefined ? [] : [[key, member] as const];
    });
    return Object.fromEntries(entries);
  }
  return typeof value === "object" && value !== null ? undefined : value;
}

/** A text, with an ellipsis for what is only known when the program runs. */
export function lenientText(value: Value): string | undefined {
  if (typeof value === "string") return value;
  return isType(value, "partial") ? value.text : undefined;
}

/** A text that is known in full: only such a one may be a name. */
export const wholeText = (value: Value): string | undefined => (typeof value === "string" ? value : undefined);
