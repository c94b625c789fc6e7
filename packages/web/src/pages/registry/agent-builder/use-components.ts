import { useMemo } from "react";
import type { AgentComponent, ItemVersion } from "@tackroom/contract";
import type { ItemDetail } from "../../../api/kinds.js";
import type { ApiProblem } from "../../../api/problem.js";
import { useCalls, type Answered } from "../../../api/queries.js";
import { componentType, type Components, type LockedVersions } from "./component-choice.js";
import type { LoadedComponent } from "./loaded-component.js";

/** A selected component, as far as it is loaded. */
export interface ShownComponent {
  readonly component: AgentComponent;
  readonly item: ItemDetail | undefined;
  /** Undefined until everything required for rendering is loaded. */
  readonly loaded: LoadedComponent | undefined;
  readonly problem: ApiProblem | null;
}

/** The selected components with their details, each at the version that the agent would use. */
export function useComponents(components: Components, locked: LockedVersions): readonly ShownComponent[] {
  const items = useCalls(
    components.map((component) => ({
      name: `${componentType(component)}.getItem` as const,
      input: { params: { id: component.component_id } },
    })),
  );
  const versions = useCalls(
    components.map((component) => {
      const v = versionWanted(component, locked);
      return {
        name: `${componentType(component)}.getVersion` as const,
        input: { params: { id: component.component_id, v: v ?? "" } },
        enabled: v !== undefined,
      };
    }),
  );
  return useMemo(
    () =>
      components.map((component, place) => shown({ component, locked, item: items[place], version: versions[place] })),
    [components, locked, items, versions],
  );
}

const versionWanted = ({ component_id: id, version }: AgentComponent, locked: LockedVersions) =>
  version ?? locked.get(id);

interface Known {
  readonly component: AgentComponent;
  readonly locked: LockedVersions;
  readonly item: Answered<ItemDetail> | undefined;
  readonly version: Answered<ItemVersion> | undefined;
}

function shown({ component, locked, item, version }: Known): ShownComponent {
  const waits = versionWanted(component, locked) !== undefined && version?.data === undefined;
  return {
    component,
    item: item?.data,
    loaded: item?.data === undefined || waits ? undefined : { component, item: item.data, version: version?.data },
    problem: item?.error ?? version?.error ?? null,
  };
}
