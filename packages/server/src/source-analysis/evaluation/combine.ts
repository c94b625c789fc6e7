import { isType, isTyped, type Thunk, type Value } from "./values.js";

/**
 * One value for an expression that has several, by branches, assignments or returns: lists are put together, so that a tool that is
 * registered under a condition counts. Of other values the first that is known.
 */
export function combine(values: readonly Value[], force: (thunk: Thunk) => Value): Value {
  const known = values.filter((value) => value !== undefined);
  if (known.length < 2) return known[0];
  const lists = known.filter((value) => isType(value, "list"));
  if (lists.length > 0) return { type: "list", items: lists.flatMap(({ items }) => items) };
  const objects = known.filter((value) => isType(value, "object"));
  // `return typeof x === "function" ? () => x() : { ...x }`: of a function nothing can be spread.
  const fn = known.find((value) => isType(value, "function"));
  if (fn !== undefined && objects.every(({ isPartial }) => isPartial)) return fn;
  if (objects.length > 1) return { ...objects[0], type: "object", entries: mergeEntries(objects, force) };
  return objects[0] ?? known.find((value) => !isTyped(value) && value !== null && value !== "") ?? preferCall(known);
}

const preferCall = (known: readonly Value[]): Value =>
  known.find((value) => isTyped(value) && value.type !== "external") ?? known[0];

function mergeEntries(
  objects: readonly { readonly entries: ReadonlyMap<string, Thunk> }[],
  force: (thunk: Thunk) => Value,
): Map<string, Thunk> {
  const merged = new Map<string, Thunk>();
  for (const { entries } of objects)
    for (const [key, thunk] of entries) {
      const before = merged.get(key);
      merged.set(key, before ? { value: combine([force(before), force(thunk)], force) } : thunk);
    }
  return merged;
}

/** Lists or texts one after the other. */
export function concatenated(values: readonly Value[]): Value {
  const lists = values.filter((value) => isType(value, "list"));
  if (lists.length > 0) return { type: "list", items: lists.flatMap(({ items }) => items) };
  const hasText = values.some((value) => typeof value === "string" || isType(value, "partial"));
  return hasText ? joined(values) : undefined;
}

/** What of the texts is not known is an ellipsis. */
function joined(values: readonly Value[]): Value {
  const text = values.map((value) =>
    isType(value, "partial") ? value.text : isTyped(value) || value === undefined ? "…" : String(value),
  );
  const isWhole = values.every((value) => !isTyped(value) && value !== undefined);
  return isWhole ? text.join("") : { type: "partial", text: text.join("") };
}
