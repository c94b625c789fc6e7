import type { AgentComponent, ItemVersion, VersionStatus } from "@tackroom/contract";
import type { ComponentOfAgent, VersionOfItem } from "@tackroom/harness";
import type { ItemDetail } from "../../../api/kinds.js";

/** A component with what the server says of it. */
export interface LoadedComponent {
  readonly component: AgentComponent;
  readonly item: ItemDetail;
  /** The version that the agent takes, where that is not the one that the item shows. */
  readonly version: ItemVersion | undefined;
}

/** What becomes of it in an install. */
export function toRender({ component, item, version }: LoadedComponent): ComponentOfAgent {
  return {
    kind: component.component_type,
    version: versionOf(item, version),
    // While it is typed it can be a text.
    override: typeof component.config_override === "object" ? component.config_override : {},
  };
}

function versionOf(item: ItemDetail, version: ItemVersion | undefined): VersionOfItem {
  const { id, slug, name } = item;
  // A detail has the fields of the version that it shows beside its own, under the same names.
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

/** What the chosen version of it is like. */
export function stateOf({ item, version }: Pick<LoadedComponent, "item" | "version">): ComponentState {
  const isArchived = item.status === "archived";
  if (version) {
    const { status, deprecated, yanked, risk_signals: risks } = version;
    return { version: version.version, status, deprecated, yanked, isArchived, risks };
  }
  // An item that is archived shows an approved version: others cannot be archived.
  const status = (isArchived ? "approved" : item.status) as VersionStatus;
  const { deprecated, risk_signals: risks } = item;
  return { version: item.version, status, deprecated, yanked: false, isArchived, risks };
}
