import { useRef, useState } from "react";
import type { OwnControlProps } from "../submit/field-view.js";
import {
  withComponentMoved,
  withoutComponent,
  withOverride,
  withVersion,
  type Components,
  type LockedVersions,
} from "./component-choice.js";
import { ComponentRow } from "./component-row.js";
import type { ShownComponent } from "./use-components.js";

interface ComponentListProps extends Pick<OwnControlProps, "onLeavePart" | "problemAt"> {
  readonly shown: readonly ShownComponent[];
  readonly locked: LockedVersions;
  readonly onChange: (components: Components) => void;
}

/** The components of the agent, in the order used in its files. */
export function ComponentList({ shown, locked, onChange, onLeavePart, problemAt }: ComponentListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [announcement, announce] = useState("");
  const components = shown.map(({ component }) => component);
  const remove = (id: string, place: number): void => {
    onChange(withoutComponent(components, id));
    announce("Component removed.");
    // The pressed button is gone: move the focus to the button that takes its place, or to the search.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [];
      const search = document.querySelector<HTMLElement>('[role="combobox"]');
      (buttons[Math.min(place, buttons.length - 1)] ?? search)?.focus();
    });
  };
  const move = (id: string, by: -1 | 1): void => {
    const moved = withComponentMoved(components, id, by);
    if (moved === components) return;
    onChange(moved);
    announce(`Moved to position ${moved.findIndex((each) => each.component_id === id) + 1} of ${moved.length}.`);
  };
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {shown.length > 0 && (
        <ol ref={list} aria-label="Components" className="flex flex-col gap-2">
          {shown.map((each, place) => {
            const { component_id: id } = each.component;
            const override = `[${place}].config_override`;
            return (
              <ComponentRow
                key={id}
                shown={each}
                locked={locked.get(id)}
                isFirst={place === 0}
                isLast={place === shown.length - 1}
                refusal={problemAt(`[${place}]`)}
                overrideProblem={problemAt(override)}
                onRemove={() => remove(id, place)}
                onMove={(by) => move(id, by)}
                onVersion={(version) => onChange(withVersion(components, id, version))}
                onOverride={(text) => onChange(withOverride(components, id, text))}
                onLeaveOverride={() => onLeavePart(override)}
              />
            );
          })}
        </ol>
      )}
    </>
  );
}
