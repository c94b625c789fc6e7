import { listOf, type Fields } from "./fields.js";

/** A component's place among the entries of its agent, and whether the viewer may know of it. */
export interface Placed {
  readonly position: number;
  readonly is_visible: boolean;
}

/** The fields of a version, without the components that the viewer may not see. */
export function visibleFields(fields: Fields, pins: readonly Placed[]): Fields {
  const hidden = new Set(pins.filter(({ is_visible }) => !is_visible).map(({ position }) => position));
  if (hidden.size === 0) return fields;
  return { ...fields, components: listOf(fields, "components").filter((_entry, index) => !hidden.has(index)) };
}
