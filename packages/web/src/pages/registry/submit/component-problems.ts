import type { ComponentProblem, FieldProblem } from "../../../api/problem.js";
import type { Values } from "./field-view.js";

/** What the server holds against components, at the places that they have in the form. */
export function componentProblems(values: Values, problems: readonly ComponentProblem[]): readonly FieldProblem[] {
  const components = (values["components"] ?? []) as readonly Pick<ComponentProblem, "component_id">[];
  return problems.map(({ component_type: kind, component_id: id, reason }) => {
    // Of one that is there twice, the later is held to be too many.
    const place = components.findLastIndex((each) => each.component_id === id);
    return place < 0
      ? { path: "components", message: `${kind} ${id}: ${reason}` }
      : { path: `components[${place}]`, message: reason };
  });
}
