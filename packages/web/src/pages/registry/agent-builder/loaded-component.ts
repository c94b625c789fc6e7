import type { AgentComponent, ItemVersion, VersionStatus } from "@tackroom/contract";
import type { ComponentOfAgent, VersionOfItem } from "@tackroom/harness";
import type { ItemDetail } from "../../../api/kinds.js";

/** A component with its data from the server. */
export interface LoadedComponent {
  readonly component: AgentComponent;
  readonly item: ItemDetail;
  /** The selected version, if it is not the one shown by the item. */
  readonly version: ItemVersion | undefined;
}

/** The component as it is rendered in an install. */
export function toRender({ component, item, version }: LoadedComponent): ComponentOfAgent {
  return {
    kind: component.component_type,
    version: versionOf(item, version),
    // It can be text while the user types.
    override: typeof component.config_override === "object" ? component.config_override : {},
  };
}

function versionOf(item: ItemDetail, version: ItemVersion | undefined): VersionOfItem {
  const { id, slug, name } = item;
  // An item's detail contains the fields of its shown version, with the same names.
  const shown = version ?? { ...item, extra: item };
  return { id, slug, name, version: shown.version, description: shown.description, fields: shown.extra };
}

export interface ComponentState {
  readonly version: string;
  readonly status: VersionStatus;
  readonly deprecated: string | null;
  readonly yanked: boolean;
  readonly isArchived: boolean;
  readonly risks: ItemDetail["risk_signals"];
}

/** The state of the selected version. */
export function stateOf({ item, version }: Pick<LoadedComponent, "item" | "version">): ComponentState {
  const isArchived = item.status === "archived";
  if (version) {
    const { status, deprecated, yanked, risk_signals: risks } = version;
    return { version: version.version, status, deprecated, yanked, isArchived, risks };
  }
  // Archived items show an approved version, since others cannot be archived.
  const status = (isArchived ? "approved" : item.status) as VersionStatus;
  const { deprecated, risk_signals: risks } = item;
  return { version: item.version, status, deprecated, yanked: false, isArchived, risks };
}
