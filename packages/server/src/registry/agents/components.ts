import {
  COMPONENT_KINDS,
  typeOfKind,
  type AgentComponent,
  type ComponentError,
  type ItemKind,
} from "@tackroom/contract";
import { isUuid } from "../../platform/ids.js";
import type { Db, Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { findItem } from "../access/find-item.js";
import { findItemsByIds, holdItems, type Item } from "../stores/item-store.js";
import type { Pin } from "../stores/component-store.js";
import { findNewestOf, findVersionsByIds, findVersionsNamed, type Version } from "../stores/version-store.js";
import type { Viewer } from "../stores/viewer-store.js";

/** A component that was found, and the version that an agent would pin. */
export interface ResolvedComponent {
  readonly asked: AgentComponent;
  readonly item: Item;
  readonly version: Version;
}

export interface Resolution {
  readonly resolved: readonly ResolvedComponent[];
  readonly errors: readonly ComponentError[];
}

/** Finds what an agent is made of, in one query per kind and two for the versions, and holds it until it is pinned. */
export async function resolveComponents(tx: Tx, viewer: Viewer, asked: readonly AgentComponent[]): Promise<Resolution> {
  const items = new Map<AgentComponent, Item>();
  const ambiguous = new Map<AgentComponent, string>();
  for (const kind of COMPONENT_KINDS) {
    const ofKind = asked.filter(({ component_type }) => component_type === kind);
    for (const [component, item] of await findComponents(tx, viewer, { kind, asked: ofKind, ambiguous }))
      items.set(component, item);
  }
  const held = await holdItems(
    tx,
    [...items.values()].map(({ id }) => id),
  );
  for (const [component, { id }] of items) if (!held.has(id)) items.delete(component);
  const versions = await chosenVersions(tx, items);
  const errors: ComponentError[] = [];
  const resolved = asked.flatMap((component) => {
    const item = items.get(component);
    const version = item && versions.get(component);
    const problem = ambiguous.get(component) ?? problemOf(component, item, version);
    if (problem)
      errors.push({ component_type: component.component_type, component_id: component.component_id, reason: problem });
    return item && version && !problem ? [{ asked: component, item, version }] : [];
  });
  return { resolved, errors: [...errors, ...duplicatesOf(resolved)] };
}

interface Question {
  readonly kind: ItemKind;
  readonly asked: readonly AgentComponent[];
  /** Receives those whose name means several, and what to say about it. */
  readonly ambiguous: Map<AgentComponent, string>;
}

async function findComponents(
  db: Db,
  viewer: Viewer,
  { kind, asked, ambiguous }: Question,
): Promise<Map<AgentComponent, Item>> {
  const byId = asked.filter(({ component_id }) => isUuid(component_id));
  const found = await findItemsByIds(
    db,
    viewer,
    kind,
    byId.map(({ component_id }) => component_id),
  );
  const items = new Map<AgentComponent, Item>();
  for (const component of byId) {
    const item = found.find(({ id }) => id === component.component_id.toLowerCase());
    if (item && isInstallable(item)) items.set(component, item);
  }
  for (const component of asked.filter(({ component_id }) => !isUuid(component_id))) {
    const item = await findItem(db, viewer, kind, component.component_id).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === "ambiguous_name") ambiguous.set(component, error.message);
      return undefined;
    });
    if (item && isInstallable(item)) items.set(component, item);
  }
  return items;
}

/** What is not approved yet is for those who may change it: an agent and its components can be submitted together. */
const isInstallable = (item: Item): boolean => item.is_released || item.is_owned;

async function chosenVersions(db: Db, items: ReadonlyMap<AgentComponent, Item>): Promise<Map<AgentComponent, Version>> {
  const pairs = [...items];
  const named = await findVersionsNamed(
    db,
    pairs.flatMap(([{ version }, { id }]) => (version === undefined ? [] : [{ itemId: id, version }])),
  );
  const latest = pairs.filter(([{ version }, item]) => version === undefined && item.is_released);
  const shown = await findVersionsByIds(
    db,
    latest.flatMap(([, item]) => item.shown_version_id ?? []),
  );
  const unapproved = pairs.filter(([{ version }, item]) => version === undefined && !item.is_released);
  const newest = await findNewestOf(
    db,
    unapproved.map(([, { id }]) => id),
  );
  const chosen = new Map<AgentComponent, Version>();
  for (const [component, item] of pairs) {
    const among = component.version === undefined ? [...shown, ...newest] : named;
    const version = among.find(
      (each) => each.item_id === item.id && (component.version === undefined || each.version === component.version),
    );
    if (version) chosen.set(component, version);
  }
  return chosen;
}

function problemOf(asked: AgentComponent, item: Item | undefined, version: Version | undefined): string | undefined {
  if (!item) return `The ${asked.component_type} was not found. Check the ID, or submit it first.`;
  if (!version || (version.status !== "approved" && !item.is_owned)) {
    return `${asked.version === undefined ? "It has no usable version" : `Version ${asked.version} was not found`}. See GET /api/v1/${typeOfKind(item.kind)}/${item.id}/versions.`;
  }
  if (version.yanked)
    return `Version ${version.version} is yanked. Choose another version, or omit it to use the latest.`;
  if (version.status === "rejected") return `Version ${version.version} was rejected. Resubmit it first.`;
  return undefined;
}

function duplicatesOf(resolved: readonly ResolvedComponent[]): ComponentError[] {
  const seen = new Set<string>();
  return resolved.flatMap(({ asked, item }) => {
    const again = seen.has(item.id);
    seen.add(item.id);
    const reason = "It is listed twice. Remove one of the two.";
    return again ? [{ component_type: asked.component_type, component_id: asked.component_id, reason }] : [];
  });
}

export function pinsFrom(resolved: readonly ResolvedComponent[]): Pin[] {
  return resolved.map(({ asked, item, version }) => ({
    kind: item.kind,
    component_id: item.id,
    component_version_id: version.id,
    digest: version.digest,
    requested_version: asked.version ?? null,
    config_override: asked.config_override ?? null,
  }));
}

export function refuseBadComponents(errors: readonly ComponentError[]): void {
  const [first] = errors;
  if (!first) return;
  throw new ServiceError("invalid_components", `${first.component_type} ${first.component_id}: ${first.reason}`, {
    extra: { errors },
  });
}
