import type { ItemDetail, ItemType, ItemVersion } from "../../../api/kinds.js";
import { fieldPath } from "../submit/schemas.js";

/** A released version keeps its content, even if the item is under review again. */
export const isUnapproved = ({ status, released_at: releasedAt }: ItemVersion): boolean =>
  status !== "approved" && releasedAt === null;

/** The item with the data of this version. */
export function versionAsItem(type: ItemType, item: ItemDetail, version: ItemVersion): ItemDetail {
  const { extra, item_changes: changes, description, changelog, supported_harnesses, rejection_reason } = version;
  const own = Object.entries(extra).map(([name, value]) => [fieldPath(type, `extra.${name}`), value]);
  return {
    ...item,
    ...Object.fromEntries(own),
    ...changes,
    version: version.version,
    description,
    changelog,
    supported_harnesses,
    rejection_reason,
  };
}
