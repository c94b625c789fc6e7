import { slugOf } from "@tackroom/contract";
import type { Tx } from "../../platform/relational/tx.js";
import { refuseIfEditedByOthers } from "../access/edit-lock.js";
import { findItemByQualifiedName, lockItem, type Item } from "../stores/item-store.js";
import type { Kind } from "../kinds/index.js";
import type { Place } from "../items/publish-place.js";
import { rewrite } from "../versions/rewrite-version.js";
import { refreshShown } from "../versions/shown-version.js";
import type { Submission } from "./submission.js";
import { findNewest, findVersion, hasReleases } from "../stores/version-store.js";
import type { Viewer } from "../stores/viewer-store.js";

/** One's own item of that name that was never released. */
export async function findOwnUnapproved(
  tx: Tx,
  viewer: Viewer,
  { kind, place, name }: { readonly kind: Kind; readonly place: Place; readonly name: string },
): Promise<Item | undefined> {
  const found = await findItemByQualifiedName(tx, viewer, {
    kind: kind.kind,
    namespace: place.namespace,
    slug: slugOf(name),
  });
  const item = found && (await lockItem(tx, viewer, found.id));
  const isOwn = item !== undefined && item.owner_id === viewer.userId;
  return isOwn && !(await hasReleases(tx, item.id)) ? item : undefined;
}

/** The version of that number, or else the newest, which takes the number. Answers the number that was replaced. */
export async function replaceUnapproved(tx: Tx, viewer: Viewer, item: Item, submission: Submission): Promise<string> {
  await refuseIfEditedByOthers(tx, item, viewer.userId);
  const version =
    (await findVersion(tx, item.id, submission.version)) ??
    (await findNewest(tx, item.id, ["draft", "pending", "rejected"]));
  if (!version) throw new Error(`item ${item.id} has no version`);
  const identity = { name: submission.name, namespace: item.namespace, slug: item.slug };
  await rewrite(tx, viewer, { item, version, identity, draft: submission, by: viewer.userId, status: "pending" });
  await refreshShown(tx, item, {
    name: submission.name,
    fields: submission.itemFields,
    visibility: submission.visibility,
    updated_at: new Date(),
  });
  return version.version;
}
