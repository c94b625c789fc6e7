import { typeOfKind, type ComponentError } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import type { Deps } from "../access/change-item.js";
import { pinsOf, type PinnedComponent } from "../stores/component-store.js";
import { recordOf, textOf, type Fields } from "../core/fields.js";
import { findItem, notFound } from "../access/find-item.js";
import { followLock } from "./follow-lock.js";
import type { Item } from "../stores/item-store.js";
import { findVersionsByIds, type Version } from "../stores/version-store.js";
import { loadViewer, type Viewer } from "../stores/viewer-store.js";

interface Shown {
  readonly item: Item;
  readonly version: Version;
  readonly pins: readonly PinnedComponent[];
}

async function shownAgent({ db }: Deps, viewer: Viewer, id: string): Promise<Shown> {
  const item = await findItem(db, viewer, "agent", id);
  const [version] = await findVersionsByIds(db, item.shown_version_id ? [item.shown_version_id] : []);
  if (!version) throw notFound("agent", id);
  return { item, version, pins: await pinsOf(db, viewer, [version.id]) };
}

/** `GET /agents/{id}/resolve` */
export async function resolveAgent(deps: Deps, { id }: { readonly id: string }, { caller }: CallContext) {
  const { item, version, pins } = await shownAgent(deps, await loadViewer(deps.db, caller), id);
  const { followed, problems } = await followLock(
    deps.db,
    pins.filter(({ is_visible }) => is_visible),
  );
  const hidden = pins.filter(({ is_visible }) => !is_visible);
  const errors: ComponentError[] = [
    ...problems.map(({ type, id: component_id, reason }) => ({ component_type: type, component_id, reason })),
    ...hidden.map(({ kind }) => ({
      component_type: kind,
      component_id: "",
      reason: "You do not have permission to see this component.",
    })),
  ];
  return {
    agent_id: item.id,
    agent_name: item.name,
    agent_version: version.version,
    resolved: errors.length === 0,
    component_counts: countBy(pins.map(({ kind }) => kind)),
    components: groupBy(
      followed,
      ({ pin }) => typeOfKind(pin.kind),
      ({ pin, version: each }) => ({
        name: each.name,
        version: each.version,
        order: pin.position,
      }),
    ),
    errors,
  };
}

/** `GET /agents/{id}/manifest` */
export async function getManifest(deps: Deps, { id }: { readonly id: string }, { caller }: CallContext) {
  const { version, pins } = await shownAgent(deps, await loadViewer(deps.db, caller), id);
  if (pins.some(({ is_visible }) => !is_visible)) throw notFound("agent", id);
  const { followed, problems } = await followLock(deps.db, pins);
  if (problems.length > 0) {
    const errors = problems.map(({ type, id: component_id, reason }) => ({
      component_type: type,
      component_id,
      reason,
    }));
    throw new ServiceError("invalid_components", `Some components could not be resolved: ${errors[0]?.reason}.`, {
      extra: { errors },
    });
  }
  const { prompt, model_name } = version.fields;
  return {
    name: version.name,
    version: version.version,
    description: version.description,
    ...(prompt ? { prompt } : {}),
    ...(model_name ? { model_name } : {}),
    models_by_harness: recordOf(version.fields, "models_by_harness"),
    ...ownLimits(version.fields),
    components: groupBy(
      followed,
      ({ pin }) => typeOfKind(pin.kind),
      ({ pin, version: each }) => manifestEntry(pin, each),
    ),
  };
}

const CARRIED = ["tools", "disallowed_tools", "color", "argument_hint", "display_name"] as const;

/** What the agent may use goes where it goes. */
const ownLimits = (fields: Fields): Fields =>
  Object.fromEntries(CARRIED.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));

function manifestEntry(pin: PinnedComponent, version: Version): Fields {
  const source = textOf(version.fields, "git_url") ?? textOf(version.fields, "source_url") ?? null;
  const ref = textOf(version.fields, "git_ref") ?? textOf(version.fields, "source_ref");
  return {
    ...version.fields,
    name: version.name,
    version: version.version,
    digest: version.digest,
    git_url: source,
    description: version.description,
    order: pin.position,
    ...(ref === undefined ? {} : { git_ref: ref }),
    ...(pin.config_override === null ? {} : { config_override: pin.config_override }),
  };
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

function groupBy<T, R>(all: readonly T[], groupOf: (each: T) => string, shown: (each: T) => R): Record<string, R[]> {
  const groups: Record<string, R[]> = {};
  for (const each of all) (groups[groupOf(each)] ??= []).push(shown(each));
  return groups;
}
