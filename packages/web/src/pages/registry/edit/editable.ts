import type { ItemDetail, ItemType, ItemVersion } from "../../../api/kinds.js";
import { fieldPath } from "../submit/schemas.js";

/** What was released once keeps its bytes, even when it is under review again. */
export const isUnapproved = ({ status, released_at: releasedAt }: ItemVersion): boolean =>
  status !== "approved" && releasedAt === null;

/** The item as it would be with this version. */
export function versionAsItem(type: ItemType, item: ItemDetail, version: ItemVersion): ItemDetail {
  const { extra, description, changelog, supported_harnesses, rejection_reason } = version;
  const own = Object.entries(extra).map(([name, value]) => [fieldPath(type, `extra.${name}`), value]);
  return {
    ...item,
    ...Object.fromEntries(own),
    version: version.version,
    description,
    changelog,
    supported_harnesses,
    rejection_reason,
  };
}
