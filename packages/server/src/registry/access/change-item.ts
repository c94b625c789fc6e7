import type { CallContext } from "../../platform/http/index.js";
import type { Db, Tx } from "../../platform/relational/tx.js";
import { findItem, notFound, qualifiedName, requireOwner } from "./find-item.js";
import { lockItem, type Item } from "../stores/item-store.js";
import type { Kind } from "../kinds/index.js";
import { loadViewer, type Viewer } from "../stores/viewer-store.js";

export interface Deps {
  readonly db: Db;
}

export interface Change {
  readonly item: Item;
  readonly viewer: Viewer;
}

/** Changes of one item happen one after another, and only by its owners. */
export async function changeItem<T>(
  { db }: Deps,
  { kind, id }: { readonly kind: Kind; readonly id: string },
  { caller, call }: CallContext,
  work: (tx: Tx, change: Change) => Promise<T>,
): Promise<T> {
  const viewer = await loadViewer(db, caller);
  const found = await findItem(db, viewer, kind.kind, id);
  call.describeForAudit({ resourceId: found.id, resourceName: qualifiedName(found) });
  return call.act(async (tx) => {
    const item = await lockItem(tx, viewer, found.id);
    if (!item) throw notFound(kind.kind, id);
    requireOwner(item);
    return work(tx, { item, viewer });
  });
}
