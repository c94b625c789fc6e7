import type { AgentComponent } from "@tackroom/contract";
import type { Tx } from "../../platform/relational/tx.js";
import { pinsFrom, refuseBadComponents, resolveComponents, type ResolvedComponent } from "./components.js";
import { replacePins, type Pin, type PinnedComponent } from "../stores/component-store.js";
import type { Fields } from "../core/fields.js";
import { qualifiedName } from "../access/find-item.js";
import type { Kind } from "../kinds/index.js";
import type { Viewer } from "../stores/viewer-store.js";

/** A component, as the agent's canonical bytes name it. */
export interface NamedPin {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly version: string;
  readonly digest: string;
  readonly isPublic: boolean;
}

/** What a version of an agent holds on to; nothing for the other kinds. */
export interface Pinned {
  readonly hasComponents: boolean;
  readonly pins: readonly Pin[];
  readonly named: readonly NamedPin[];
}

/**
 * An agent's version locks each component to the given version; else to the one that was locked before, if there is such
 * a lock to keep; else to the latest.
 */
export async function pinComponents(
  tx: Tx,
  viewer: Viewer,
  {
    kind,
    fields,
    kept = [],
  }: { readonly kind: Kind; readonly fields: Fields; readonly kept?: readonly PinnedComponent[] },
): Promise<Pinned> {
  if (!kind.components) return { hasComponents: false, pins: [], named: [] };
  const asked = kind.components(fields);
  const { resolved, errors } = await resolveComponents(
    tx,
    viewer,
    asked.map((component) => asLocked(component, kept)),
  );
  refuseBadComponents(errors);
  const pins = pinsFrom(resolved).map((pin, index) => ({ ...pin, requested_version: asked[index]?.version ?? null }));
  return { hasComponents: true, pins, named: resolved.map(namedPin) };
}

function asLocked(asked: AgentComponent, kept: readonly PinnedComponent[]): AgentComponent {
  if (asked.version !== undefined) return asked;
  const pin = kept.find((each) => each.kind === asked.component_type && isNamed(each, asked.component_id));
  // What can no longer be had, or should not, is locked anew.
  return pin && !pin.is_yanked && !pin.is_deleted && pin.version_status !== "rejected"
    ? { ...asked, version: pin.version }
    : asked;
}

const isNamed = (pin: PinnedComponent, id: string): boolean =>
  [pin.component_id, qualifiedName(pin), pin.slug, pin.name].includes(id);

function namedPin({ item, version }: ResolvedComponent): NamedPin {
  return {
    type: item.kind,
    name: qualifiedName(item),
    id: item.id,
    version: version.version,
    digest: version.digest,
    isPublic: item.visibility === "public",
  };
}

export async function keepPins(tx: Tx, versionId: string, { pins, hasComponents }: Pinned): Promise<void> {
  if (hasComponents) await replacePins(tx, versionId, pins);
}
