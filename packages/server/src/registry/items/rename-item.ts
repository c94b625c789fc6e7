import { slugOf, type ItemDetail } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { changeItem, type Deps } from "../access/change-item.js";
import { namingErrors, refuse, unsafeTextErrors } from "../versions/checked-fields.js";
import { describeOne } from "./get-item.js";
import { claimName, type Item } from "../stores/item-store.js";
import type { Kind } from "../kinds/index.js";
import { rewrite } from "../versions/rewrite-version.js";
import { refreshShown } from "../versions/shown-version.js";
import { nameTaken } from "./publish-place.js";
import { findUnreleased } from "../stores/version-store.js";
import { loadViewer, type Viewer } from "../stores/viewer-store.js";

/** `PATCH /{type}/{id}`: former names keep leading to the item, and nobody else gets them. */
export async function renameItem(
  deps: Deps,
  { kind, id, name }: { readonly kind: Kind; readonly id: string; readonly name: string },
  context: CallContext,
): Promise<ItemDetail> {
  refuse([...namingErrors(kind, { name }, "body"), ...unsafeTextErrors({ name }, "body")]);
  const itemId = await changeItem(deps, { kind, id }, context, async (tx, { item, viewer }) => {
    await rename(tx, viewer, item, { name: name.trim(), namespace: item.namespace });
    context.call.describeForAudit({ detail: { name: { from: item.name, to: name.trim() } } });
    return item.id;
  });
  return describeOne(deps.db, await loadViewer(deps.db, context.caller), kind.kind, itemId);
}

/** Under another name, or in another namespace. What is released stays as it is; the rest is named anew. */
export async function rename(
  tx: Tx,
  viewer: Viewer,
  item: Item,
  to: { readonly name: string; readonly namespace: string; readonly owner_id?: string; readonly owner?: string },
): Promise<void> {
  const slug = slugOf(to.name);
  const identity = { name: to.name, namespace: to.namespace, slug };
  const unreleased = await findUnreleased(tx, item.id);
  if (!(await claimName(tx, { id: item.id, kind: item.kind, ...identity }))) throw nameTaken(to.namespace, slug);
  const by = to.name === item.name ? null : viewer.userId;
  for (const version of unreleased) {
    await rewrite(tx, viewer, { item, version, identity, by, status: version.status });
  }
  await refreshShown(tx, item, { ...to, slug, updated_at: new Date() });
}
