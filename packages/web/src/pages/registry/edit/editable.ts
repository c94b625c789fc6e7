import type { ReplyOf } from "@tackroom/contract/calls";
import type { ElementOf } from "../../../api/client.js";
import type { ItemDetail, ItemType } from "../../../api/kinds.js";
import { fieldPath } from "../submit/schemas.js";

export type VersionOf = ElementOf<ReplyOf<`${ItemType}.listVersions`>["items"]>;

/** What was released once keeps its bytes, even when it is under review again. */
export const isUnapproved = ({ status, released_at: releasedAt }: VersionOf): boolean =>
  status !== "approved" && releasedAt === null;

/** The item as it would be with this version. */
export function versionAsItem(type: ItemType, item: ItemDetail, version: VersionOf): ItemDetail {
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
