import type { BlockingComponent } from "@tackroom/contract";
import type { Db } from "../../platform/relational/tx.js";
import { readiness } from "../agents/agent-parts.js";
import { pinsOf, type PinnedComponent } from "../stores/component-store.js";
import { composeVersion, type ComposedVersion } from "./compose-version.js";
import { qualifiedName } from "../access/find-item.js";
import type { Item } from "../stores/item-store.js";
import { kindOf } from "../kinds/index.js";
import { draftOf } from "./rewrite-version.js";
import type { Version } from "../stores/version-store.js";
import type { Viewer } from "../stores/viewer-store.js";

/** What an approval would publish now. */
export interface SettledContent {
  readonly digest: string;
  readonly isReady: boolean;
  readonly blocking: readonly BlockingComponent[];
  readonly pins: readonly PinnedComponent[];
  /** Only where it differs from what is stored: for an agent that was never released. */
  readonly composed?: ComposedVersion;
}

/**
 * An agent's components may have been edited or renamed since it was submitted, and what it pins now is what will be
 * approved. What was released once is what it is, but its components have to be approved all the same.
 */
export async function settledContent(
  db: Db,
  everything: Viewer,
  { item, version }: { readonly item: Item; readonly version: Version },
): Promise<SettledContent> {
  const kind = kindOf(item.kind);
  if (!kind.components) return { digest: version.digest, isReady: true, blocking: [], pins: [] };
  const pins = await pinsOf(db, everything, [version.id]);
  const { components_ready: isReady, blocking_components: blocking } = readiness(pins);
  if (version.released_at) return { digest: version.digest, isReady, blocking, pins };
  const composed = composeVersion(kind, item, draftOf(version), { pins: pins.map(namedPin) });
  return { digest: composed.row.digest, isReady, blocking, pins, composed };
}

const namedPin = (pin: PinnedComponent) => ({
  type: pin.kind,
  name: qualifiedName(pin),
  id: pin.component_id,
  version: pin.version,
  digest: pin.version_digest,
  isPublic: true,
});
