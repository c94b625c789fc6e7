import type { ComponentProblem, FieldProblem } from "../../../api/problem.js";
import type { Values } from "./field-view.js";

/** The server's errors about components, at their positions in the form. */
export function componentProblems(values: Values, problems: readonly ComponentProblem[]): readonly FieldProblem[] {
  const components = (values["components"] ?? []) as readonly Pick<ComponentProblem, "component_id">[];
  return problems.map(({ component_type: kind, component_id: id, reason }) => {
    // If a component is listed twice, the error belongs to the later one.
    const place = components.findLastIndex((each) => each.component_id === id);
    return place < 0
      ? { path: "components", message: `${kind} ${id}: ${reason}` }
      : { path: `components[${place}]`, message: reason };
  });
}
