import type { ExternalMcp, LockDocument, LockedComponent } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import type { Deps } from "../access/change-item.js";
import { findArtifact } from "../stores/artifact-store.js";
import { pinsOf, type PinnedComponent } from "../stores/component-store.js";
import { externalMcpDigestInput, lockDigestInput } from "../core/canonical.js";
import { recordsOf } from "../core/fields.js";
import { digestOf } from "../digest.js";
import { findItem, notFound, qualifiedName } from "../access/find-item.js";
import { requireVersion } from "../access/find-version.js";
import type { Item } from "../stores/item-store.js";
import type { Version } from "../stores/version-store.js";
import { loadViewer, resolving, type Viewer } from "../stores/viewer-store.js";

/** `GET /agents/{id}/versions/{v}/lock` */
export async function getLock(
  { db }: Deps,
  { id, v }: { readonly id: string; readonly v: string },
  { caller }: CallContext,
): Promise<LockDocument> {
  const viewer = resolving(await loadViewer(db, caller));
  const item = await findItem(db, viewer, "agent", id);
  const version = await requireVersion(db, viewer, item, v);
  const pins = await pinsOf(db, viewer, [version.id]);
  // A lock names its components, so it is for those who may see them all.
  if (pins.some(({ is_visible }) => !is_visible)) throw notFound("agent", id);
  return lockOf(db, viewer, item, version);
}

/** As it was when the version was approved; before that, as it would be. */
export async function lockOf(db: Db, viewer: Viewer, item: Item, version: Version): Promise<LockDocument> {
  return (await findArtifact(db, version.id))?.lock ?? makeLock(db, viewer, item, version);
}

export async function makeLock(db: Db, viewer: Viewer, item: Item, version: Version): Promise<LockDocument> {
  const pins = await pinsOf(db, viewer, [version.id]);
  const lock = {
    lock_version: 1 as const,
    digest_alg: "sha256" as const,
    agent: { id: item.id, qualified_name: qualifiedName(item), version: version.version, version_id: version.id },
    status: lockStatus(pins),
    components: pins.map(lockedComponent),
    external_mcps: recordsOf(version.fields, "external_mcps").map((entry) => ({
      name: String(entry["name"]),
      digest: digestOf(externalMcpDigestInput(entry as unknown as ExternalMcp)),
    })),
  };
  const lockedAt = version.released_at ?? version.created_at;
  return { ...lock, digest: digestOf(lockDigestInput(lock)), locked_at: lockedAt.toISOString() };
}

export function lockedComponent(pin: PinnedComponent): LockedComponent {
  return {
    type: pin.kind,
    id: pin.component_id,
    qualified_name: qualifiedName(pin),
    version: pin.version,
    version_id: pin.component_version_id,
    digest: pin.digest,
  };
}

/** Locked when every pin is of something that will never change. */
export function lockStatus(pins: readonly PinnedComponent[]): LockDocument["status"] {
  const firm = pins.filter(isFirm);
  if (firm.length === pins.length) return "locked";
  return firm.length === 0 ? "unlocked" : "partial";
}

const isFirm = ({ version_status, is_deleted, digest, version_digest }: PinnedComponent): boolean =>
  version_status === "approved" && !is_deleted && digest === version_digest;
