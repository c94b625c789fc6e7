import type { ItemDetail, ItemKind } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { agentDetail } from "../agents/agent-parts.js";
import { itemWith } from "../core/item-changes.js";
import { describeDetail } from "./describe-item.js";
import { findItem, notFound } from "../access/find-item.js";
import { findItemById, type Item } from "../stores/item-store.js";
import { figuresOf } from "./item-figures.js";
import { itemTrust } from "./item-trust.js";
import { kindOf, type Kind } from "../kinds/index.js";
import { noteReading } from "../versions/readings.js";
import { findVersionsByIds } from "../stores/version-store.js";
import { loadViewer, type Viewer } from "../stores/viewer-store.js";

export async function getItem(
  { db }: { readonly db: Db },
  { kind: { kind }, id }: { readonly kind: Kind; readonly id: string },
  { caller }: CallContext,
): Promise<ItemDetail> {
  const viewer = await loadViewer(db, caller);
  const item = await findItem(db, viewer, kind, id);
  const detail = await describe(db, viewer, item);
  if (item.status !== "pending" || item.shown_version_id === null) return detail;
  const [version] = await findVersionsByIds(db, [item.shown_version_id]);
  return version ? { ...detail, digest: await noteReading(db, viewer, { item, version }) } : detail;
}

/** What has just been written, as its writer sees it. */
export async function describeOne(db: Db, viewer: Viewer, kind: ItemKind, id: string): Promise<ItemDetail> {
  const item = await findItemById(db, viewer, kind, id);
  if (!item) throw notFound(kind, id);
  return describe(db, viewer, item);
}

async function describe(db: Db, viewer: Viewer, item: Item): Promise<ItemDetail> {
  const [version] = await findVersionsByIds(db, item.shown_version_id ? [item.shown_version_id] : []);
  // Deleted between the two looks.
  if (!version) throw notFound(item.kind, item.id);
  const figures = (await figuresOf(db, [item.id]))(item.id);
  const downloads = figures.download_count;
  const more = kindOf(item.kind).components ? await agentDetail(db, viewer, item, { version, downloads }) : {};
  const trust = await itemTrust(db, viewer, item, version);
  return describeDetail({ ...item, ...itemWith(item, version.item_changes) }, { version, figures, trust, more });
}
