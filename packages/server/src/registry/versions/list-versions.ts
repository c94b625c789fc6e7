import type { ItemVersion } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { agentVersions } from "../agents/agent-parts.js";
import type { Deps } from "../access/change-item.js";
import { describeVersion } from "./describe-version.js";
import { downloadsOfVersions } from "../stores/download-store.js";
import { findItem } from "../access/find-item.js";
import { requireVersion, visibleStatuses } from "../access/find-version.js";
import type { Item } from "../stores/item-store.js";
import type { Kind } from "../kinds/index.js";
import { noteReading, noteReadings } from "./readings.js";
import { listVersionsOf, type Version } from "../stores/version-store.js";
import { loadViewer, resolving, type Viewer } from "../stores/viewer-store.js";

export interface VersionsPage {
  readonly items: ItemVersion[];
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
}

interface VersionsQuery {
  readonly kind: Kind;
  readonly id: string;
  readonly page: number;
  readonly page_size: number;
}

/** `GET /{type}/{id}/versions` */
export async function listVersions(
  { db }: Deps,
  { kind, id, ...paging }: VersionsQuery,
  { caller }: CallContext,
): Promise<VersionsPage> {
  const viewer = await loadViewer(db, caller);
  const item = await findItem(db, viewer, kind.kind, id);
  const statuses = visibleStatuses(item, viewer);
  const { items, total } = await listVersionsOf(db, item.id, { statuses, withYanked: item.is_owned, ...paging });
  await noteReadings(db, viewer, item, items);
  return { items: await describeVersions({ db }, viewer, item, items), total, ...paging };
}

/** `GET /{type}/{id}/versions/{v}` */
export async function getVersion(
  { db }: Deps,
  { kind, id, v }: { readonly kind: Kind; readonly id: string; readonly v: string },
  { caller }: CallContext,
): Promise<ItemVersion> {
  const viewer = resolving(await loadViewer(db, caller));
  const item = await findItem(db, viewer, kind.kind, id);
  const version = await requireVersion(db, viewer, item, v);
  const described = await describeOneVersion({ db }, viewer, item, version);
  return { ...described, digest: await noteReading(db, viewer, { item, version }) };
}

export async function describeOneVersion(
  deps: Deps,
  viewer: Viewer,
  item: Item,
  version: Version,
): Promise<ItemVersion> {
  const [described] = await describeVersions(deps, viewer, item, [version]);
  return described as ItemVersion;
}

async function describeVersions(
  { db }: Deps,
  viewer: Viewer,
  item: Item,
  versions: readonly Version[],
): Promise<ItemVersion[]> {
  const downloads = await downloadsOfVersions(
    db,
    versions.map(({ id }) => id),
  );
  const described = versions.map((version) => describeVersion(item, version, downloads.get(version.id) ?? 0));
  const parts = await agentVersions(db, viewer, item, versions);
  return described.map((version) => ({ ...version, ...parts.get(version.id) }));
}
