import { roleSuffices, typeOfKind, type VersionStatus } from "@tackroom/contract";
import type { Db } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { qualifiedName } from "./find-item.js";
import type { Item } from "../stores/item-store.js";
import { findVersion, type Version } from "../stores/version-store.js";
import type { Viewer } from "../stores/viewer-store.js";

/** Which versions of an item someone sees: owners all, its reviewers also the pending ones, others the approved ones. */
export function visibleStatuses(item: Item, { role }: Viewer): readonly VersionStatus[] {
  if (item.is_owned) return ["draft", "pending", "approved", "rejected"];
  return role && roleSuffices(role, "reviewer") ? ["pending", "approved"] : ["approved"];
}

export async function requireVersion(db: Db, viewer: Viewer, item: Item, number: string): Promise<Version> {
  const version = await findVersion(db, item.id, number);
  if (version && visibleStatuses(item, viewer).includes(version.status)) return version;
  throw new ServiceError(
    "not_found",
    `${qualifiedName(item)} has no version ${number}. See GET /api/v1/${typeOfKind(item.kind)}/${item.id}/versions.`,
  );
}
