import { versionWarnings } from "@tackroom/harness";
import type { Db } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { qualifiedName } from "../access/find-item.js";
import { requireVersion } from "../access/find-version.js";
import type { Item } from "../stores/item-store.js";
import { kindOf, type Installable } from "../kinds/index.js";
import { findLatest, findNewest, type Version } from "../stores/version-store.js";
import type { Viewer } from "../stores/viewer-store.js";

export interface Chosen {
  readonly version: Version;
  readonly warnings: readonly string[];
}

export interface VersionWish {
  readonly version?: string | undefined;
  /** From a lock. */
  readonly digest?: string | undefined;
}

/** Which version an install gets: the one that is named, else the latest. */
export async function chooseVersion(
  db: Db,
  viewer: Viewer,
  item: Item,
  { wish, allowsDrafts }: { readonly wish: VersionWish; readonly allowsDrafts: boolean },
): Promise<Chosen> {
  const version =
    wish.version === undefined
      ? await latestFor(db, item, allowsDrafts)
      : await requireVersion(db, viewer, item, wish.version);
  if (!version || (version.status !== "approved" && !mayInstallDrafts(item, allowsDrafts)))
    throw noVersion(item, wish.version);
  if (wish.digest !== undefined && wish.digest !== version.digest) {
    throw new ServiceError(
      "conflict",
      `${nameOf(item, version)} has the digest ${version.digest}, not ${wish.digest}. The lock was made for a different version.`,
    );
  }
  if (version.yanked && wish.digest === undefined) {
    const reason = version.yank_reason ? `: ${version.yank_reason}` : "";
    throw new ServiceError(
      "invalid_state",
      `${nameOf(item, version)} is yanked${reason}. Install the latest version, or pass its digest if a lock pins it.`,
    );
  }
  return { version, warnings: warningsOf(item, version) };
}

/** Approved ones are for all who see them, others for owners; agents only where the operator allows it. */
function mayInstallDrafts(item: Item, allowsDrafts: boolean): boolean {
  return item.is_owned && (allowsDrafts || !kindOf(item.kind).draftsNeedPermission);
}

async function latestFor(db: Db, item: Item, allowsDrafts: boolean): Promise<Version | undefined> {
  const latest = await findLatest(db, item.id);
  if (latest || !mayInstallDrafts(item, allowsDrafts)) return latest;
  return findNewest(db, item.id, ["draft", "pending", "rejected"]);
}

function noVersion(item: Item, wanted: string | undefined): ServiceError {
  const which = wanted === undefined ? "no installable version" : `no installable version ${wanted}`;
  return new ServiceError("not_found", `${qualifiedName(item)} has ${which}: a version must be approved first.`);
}

const nameOf = (item: Item, { version }: Version): string => `${qualifiedName(item)} ${version}`;

export const warningsOf = (item: Pick<Item, "namespace" | "slug" | "is_archived">, version: Version): string[] =>
  versionWarnings(qualifiedName(item), item.is_archived, version);

/** Of the version alone: what its item is called or says today is not what was approved. */
export function installableOf({ item_id: id, slug, name, version, description, fields }: Version): Installable {
  return { id, slug, name, version, description, fields };
}
