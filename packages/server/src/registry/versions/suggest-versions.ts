import type { CallContext } from "../../platform/http/index.js";
import type { Deps } from "../access/change-item.js";
import { bump, byPrecedence } from "../core/versions.js";
import { findItem } from "../access/find-item.js";
import type { Kind } from "../kinds/index.js";
import { listVersionNumbers } from "../stores/version-store.js";
import { loadViewer } from "../stores/viewer-store.js";

/** `GET /{type}/{id}/version-suggestions`: the next numbers that are free, also of versions that were rejected or yanked. */
export async function suggestVersions(
  { db }: Deps,
  { kind, id }: { readonly kind: Kind; readonly id: string },
  { caller }: CallContext,
) {
  const item = await findItem(db, await loadViewer(db, caller), kind.kind, id);
  // Users who cannot change the item have no use for version numbers that they cannot see.
  const numbers = item.is_owned ? await listVersionNumbers(db, item.id) : [item.version];
  const current = numbers.toSorted(byPrecedence).at(-1) ?? item.version;
  return {
    current_version: current,
    suggestions: { patch: bump(current, "patch"), minor: bump(current, "minor"), major: bump(current, "major") },
  };
}
