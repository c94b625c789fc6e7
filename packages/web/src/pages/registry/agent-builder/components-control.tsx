import type { OwnControlProps } from "../submit/field-view.js";
import { ComponentList } from "./component-list.js";
import { ComponentPicker } from "./component-picker.js";
import { withComponent, type Components, type LockedVersions } from "./component-choice.js";
import { useComponents } from "./use-components.js";

const NONE: Components = [];

/** The value of the components field of an agent. */
export const componentsIn = (value: unknown): Components => (Array.isArray(value) ? (value as Components) : NONE);

interface ComponentsControlProps extends OwnControlProps {
  readonly locked: LockedVersions;
}

export function ComponentsControl({
  value,
  onChange,
  onLeavePart,
  problem,
  problemAt,
  locked,
}: ComponentsControlProps) {
  const components = componentsIn(value);
  const shown = useComponents(components, locked);
  return (
    <div className="flex flex-col gap-3">
      <ComponentPicker chosen={components} onAdd={(type, id) => onChange(withComponent(components, type, id))} />
      {problem !== undefined && <p className="text-sm text-bad">{problem}</p>}
      <ComponentList {...{ shown, locked, onChange, onLeavePart, problemAt }} />
    </div>
  );
}
