import type { AgentComponent } from "@tackroom/contract";
import type { ItemDetail, ItemOf, ItemVersion } from "../../../api/kinds.js";
import { versionAsItem } from "../edit/editable.js";

/** What a version of an agent says of its components beside what its author wrote. */
interface PinnedComponent {
  readonly component_type: string;
  readonly component_id: string;
  readonly resolved_version: string;
  readonly status: string;
}

/**
 * An agent as it would be with this version. Its author may have written a component by its name; here, as in a detail, each
 * has its id, so that it can be told from the others.
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
