import type { BlockingComponent } from "@tackroom/contract";
import { describeHarnesses } from "@tackroom/harness";
import { findUsers } from "../../auth/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { findBytes } from "../stores/artifact-store.js";
import { requiredCapabilities } from "../core/required-capabilities.js";
import { pinsOf, type BlockingPin, type PinnedComponent } from "../stores/component-store.js";
import { visibleFields } from "../core/visible-fields.js";
import { agentYaml } from "../core/agent-yaml.js";
import type { Fields } from "../core/fields.js";
import { downloadsOfItems } from "../stores/download-store.js";
import { qualifiedName } from "../access/find-item.js";
import type { ListedItem } from "../stores/item-list-store.js";
import type { Item } from "../stores/item-store.js";
import { kindOf } from "../kinds/index.js";
import { ratingsOf } from "../stores/rating-store.js";
import { findLatest, findNewest, findVersionsByIds, type Version } from "../stores/version-store.js";
import type { Viewer } from "../stores/viewer-store.js";

/** What a list shows of agents beyond what is kept in their rows. */
export async function agentSummaries(
  db: Db,
  viewer: Viewer,
  items: readonly ListedItem[],
): Promise<Map<string, Fields>> {
  const shown = items.flatMap(({ shown_version_id }) => shown_version_id ?? []);
  const pins = await pinsOf(db, viewer, shown);
  const versions = await findVersionsByIds(db, shown);
  const downloads = await downloadsOfItems(
    db,
    items.map(({ id }) => id),
  );
  const ratings = await ratingsOf(
    db,
    items.map(({ id }) => id),
  );
  const authors = await findUsers(
    db,
    items.flatMap(({ owner_id }) => owner_id ?? []),
  );
  return new Map(
    items.map((item) => {
      const version = versions.find(({ id }) => id === item.shown_version_id);
      const own = pins.filter(({ version_id }) => version_id === item.shown_version_id);
      const author = item.owner_id === null ? undefined : authors.get(item.owner_id);
      return [
        item.id,
        {
          ...capabilitiesOf(own, version?.fields ?? {}),
          ...readiness(own),
          download_count: downloads.get(item.id) ?? 0,
          average_rating: ratings.get(item.id)?.average ?? null,
          created_by: item.owner_id,
          created_by_email: author?.email ?? null,
          created_by_username: author?.username ?? null,
          created_at: item.created_at.toISOString(),
        },
      ];
    }),
  );
}

/** What an agent's detail adds. */
export async function agentDetail(
  db: Db,
  viewer: Viewer,
  item: Item,
  { version, downloads }: { readonly version: Version; readonly downloads: number },
): Promise<Fields> {
  const pins = await pinsOf(db, viewer, [version.id]);
  const summary = (await agentSummaries(db, viewer, [item])).get(item.id);
  const latest = await findLatest(db, item.id);
  const newest = await findNewest(
    db,
    item.id,
    item.is_owned ? ["draft", "pending", "approved", "rejected"] : ["approved"],
  );
  const visible = pins.filter(({ is_visible }) => is_visible);
  return {
    ...summary,
    download_count: downloads,
    components: visible.map(({ kind, component_id, requested_version, config_override }) => ({
      component_type: kind,
      component_id,
      ...(requested_version === null ? {} : { version: requested_version }),
      ...(config_override === null ? {} : { config_override }),
    })),
    mcp_links: visible
      .filter(({ kind }) => kind === "mcp")
      .map(({ component_id, name, position }) => ({ mcp_listing_id: component_id, mcp_name: name, order: position })),
    component_links: visible.map((pin) => ({
      component_type: pin.kind,
      component_id: pin.component_id,
      component_name: pin.name,
      namespace: pin.namespace,
      slug: pin.slug,
      qualified_name: qualifiedName(pin),
      version_ref: pin.version,
      order: pin.position,
      config_override: pin.config_override,
      status: pin.version_status,
    })),
    latest_approved_version: latest?.version ?? null,
    latest_version: newest?.version ?? null,
  };
}

/** What an agent's versions add; nothing for the other kinds. */
export async function agentVersions(
  db: Db,
  viewer: Viewer,
  item: Item,
  versions: readonly Version[],
): Promise<Map<string, Fields>> {
  if (!kindOf(item.kind).components) return new Map();
  const pins = await pinsOf(
    db,
    viewer,
    versions.map(({ id }) => id),
  );
  const contents = await findBytes(
    db,
    versions.filter(({ released_at }) => released_at !== null).map(({ id }) => id),
  );
  return new Map(
    versions.map((version) => {
      const all = pins.filter(({ version_id }) => version_id === version.id);
      const own = all.filter(({ is_visible }) => is_visible);
      const released = contents.get(version.id);
      return [
        version.id,
        {
          ...version.fields,
          extra: visibleFields(version.fields, all),
          ...capabilitiesOf(own, version.fields),
          agent_id: item.id,
          is_prerelease: !version.is_stable,
          component_count: all.length,
          yaml_snapshot:
            own.length === all.length && released ? keptSnapshot(released) : snapshotOf(item, version, own),
          components: own.map((pin) => ({
            component_type: pin.kind,
            component_id: pin.component_id,
            name: pin.name,
            resolved_version: pin.version,
            digest: pin.digest,
            status: pin.version_status,
          })),
        },
      ];
    }),
  );
}

/** As it was released, whatever things are called now. */
const keptSnapshot = (bytes: Buffer): string =>
  (JSON.parse(bytes.toString("utf8")) as { yamlSnapshot: string }).yamlSnapshot;

const snapshotOf = (item: Item, version: Version, pins: readonly PinnedComponent[]): string =>
  agentYaml({
    name: item.name,
    description: version.description,
    version: version.version,
    supportedHarnesses: version.supported_harnesses,
    fields: version.fields,
    components: pins.map(({ kind, component_id, version: pinned, digest, ...pin }) => ({
      type: kind,
      name: qualifiedName(pin),
      id: component_id,
      version: pinned,
      digest,
    })),
  });

function capabilitiesOf(pins: readonly PinnedComponent[], fields: Fields) {
  const required = requiredCapabilities(
    pins.map(({ kind }) => kind),
    fields,
  );
  const able = describeHarnesses().filter(({ capabilities }) =>
    required.every((capability) => capabilities.includes(capability as never)),
  );
  return { required_capabilities: required, inferred_supported_harnesses: able.map(({ name }) => name) };
}

/** What keeps an agent from being approved. Of what the viewer may not see, only that it is there. */
export function readiness(pins: readonly BlockingPin[]) {
  const blocking = pins.filter(({ version_status, is_deleted }) => version_status !== "approved" || is_deleted);
  return {
    components_ready: blocking.length === 0,
    blocking_components: blocking.map((pin): BlockingComponent => ({
      component_type: pin.kind,
      component_id: pin.is_visible ? pin.component_id : "",
      name: pin.is_visible ? pin.name : "",
      status: pin.is_deleted ? "deleted" : pin.version_status,
    })),
  };
}
