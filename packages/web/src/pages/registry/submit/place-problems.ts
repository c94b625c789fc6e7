import type { FieldProblem } from "../../../api/problem.js";
import { isShown, keyOf, type FieldView, type Values } from "./field-view.js";
import { linesOf, textOf } from "./form-values.js";

export interface PlacedProblems {
  /** Errors by the path of their control. */
  readonly at: ReadonlyMap<string, string>;
  /** Errors that belong to no control. */
  readonly rest: readonly FieldProblem[];
}

/** Assigns each error to its control. Errors of a list's line or inside JSON are shown at the list or the JSON field. */
export function placeProblems(
  fields: readonly FieldView[],
  values: Values,
  problems: readonly FieldProblem[],
): PlacedProblems {
  const at = new Map<string, string>();
  const rest: FieldProblem[] = [];
  for (const problem of problems) {
    const placed = place(fields, values, problem);
    if (placed === undefined) rest.push(problem);
    // Only the first error per control: fixing it often fixes the others.
    else if (!at.has(placed.path)) at.set(placed.path, placed.message);
  }
  return { at, rest };
}

function place(
  fields: readonly FieldView[],
  values: Values,
  { path, message }: FieldProblem,
): FieldProblem | undefined {
  const field = fields
    .filter((each) => isShown(each, values) && leadsInto(keyOf(each), path))
    .toSorted((a, b) => keyOf(b).length - keyOf(a).length)[0];
  if (field === undefined) return undefined;
  const key = keyOf(field);
  const inner = path.slice(key.length);
  if (inner === "") return { path: key, message };
  const [, index = "", member = ""] = /^\[(\d+)\](?:\.(.*))?$/.exec(inner) ?? [];
  if (field.control.kind === "rows" && member !== "") {
    const row = ((values[key] ?? []) as readonly Values[])[Number(index)] ?? {};
    const cell = placeCell(field.control.cells, row, { path: member, message });
    return { path: `${key}[${index}].${cell.path}`, message: cell.message };
  }
  if (field.control.kind === "own" && field.control.parts && index !== "") {
    return placePart(field.control.parts, `${key}[${index}]`, { path: member, message });
  }
  if (field.control.kind === "lines") {
    return { path: key, message: `“${linesOf(textOf(values[key]))[Number(index)] ?? index}”: ${message}` };
  }
  return { path: key, message: `${inner.replace(/^\./, "")}: ${message}` };
}

/** At the affected part, or at the element with the name of a part that shows no errors. */
function placePart(parts: readonly string[], element: string, { path, message }: FieldProblem): FieldProblem {
  if (path === "") return { path: element, message };
  const part = parts.find((each) => leadsInto(each, path));
  return part === undefined
    ? { path: element, message: `${path}: ${message}` }
    : { path: `${element}.${part}`, message };
}

/** A row always shows its errors, if necessary at its first cell. */
const placeCell = (cells: readonly FieldView[], row: Values, problem: FieldProblem): FieldProblem =>
  place(cells, row, problem) ?? { path: cells[0]?.name ?? "", message: `${problem.path}: ${problem.message}` };

const leadsInto = (key: string, path: string): boolean =>
  path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`);
