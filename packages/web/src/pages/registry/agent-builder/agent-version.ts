import type { AgentComponent } from "@tackroom/contract";
import type { ItemDetail, ItemOf, ItemVersion } from "../../../api/kinds.js";
import { versionAsItem } from "../edit/editable.js";

/** What a version of an agent stores about its components, besides the author's input. */
interface PinnedComponent {
  readonly component_type: string;
  readonly component_id: string;
  readonly resolved_version: string;
  readonly status: string;
}

/**
 * An agent with the data of this version. The author may have referenced a component by name; here, as in an item's detail,
 * each component has its ID.
 */
export function agentVersionAsItem(item: ItemDetail, version: ItemVersion): ItemDetail {
  const { components: pins = [] } = version as { readonly components?: readonly PinnedComponent[] };
  const written = (version.extra["components"] ?? []) as readonly AgentComponent[];
  const parts = {
    components: pins.map(
      ({ component_type, component_id }, place) =>
        ({ ...written[place], component_type, component_id }) as unknown as AgentComponent,
    ),
    component_links: pins.map(({ component_id, resolved_version, status }) => ({
      component_id,
      version_ref: resolved_version,
      status,
    })),
  } as Pick<ItemOf<"agents">, "components" | "component_links">;
  return { ...versionAsItem("agents", item, version), ...parts };
}
