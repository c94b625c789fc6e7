import { roleSuffices } from "@tackroom/contract";
import type { Db, Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { digestOf } from "../digest.js";
import { itemWith } from "../core/item-changes.js";
import { normalised } from "../core/normalised.js";
import { qualifiedName } from "../access/find-item.js";
import type { Item } from "../stores/item-store.js";
import { findReadingOfVersion, hasReadingOfItem, keepReading } from "../stores/reading-store.js";
import { settledContent, type SettledContent } from "./settled-content.js";
import type { Version } from "../stores/version-store.js";
import type { Viewer } from "../stores/viewer-store.js";

interface Shown {
  readonly item: Item;
  readonly version: Version;
}

/**
 * Remembers what a reviewer is being shown of a version that waits, so that what they approve is what they read. Answers
 * the digest that an approval would publish now.
 */
export async function noteReading(db: Db, viewer: Viewer, shown: Shown): Promise<string> {
  const { item, version } = shown;
  if (version.status !== "pending") return version.digest;
  const content = await settledContent(db, { ...viewer, seesAll: true }, shown);
  if (viewer.userId !== null && viewer.role !== null && roleSuffices(viewer.role, "reviewer")) {
    await keepReading(db, {
      reviewer_id: viewer.userId,
      version_id: version.id,
      item_id: item.id,
      fingerprint: fingerprintOf(shown, content),
      read_at: new Date(),
    });
  }
  return content.digest;
}

/** The same for several versions that are shown at once. */
export async function noteReadings(db: Db, viewer: Viewer, item: Item, versions: readonly Version[]): Promise<void> {
  for (const version of versions) await noteReading(db, viewer, { item, version });
}

export interface Approval extends Shown {
  readonly content: SettledContent;
  readonly reviewerId: string;
  /** What the reviewer says they read. */
  readonly digest?: string | undefined;
  /** Whether the reviewer named the version, instead of deciding on the newest. */
  readonly isNamed: boolean;
}

/** Refuses to publish anything but what the reviewer read. Who was never shown anything approves what is there. */
export async function refuseIfChanged(tx: Tx, approval: Approval): Promise<void> {
  const { item, version, content, digest } = approval;
  const isWhatWasSaid = digest === undefined || digest === content.digest;
  if (isWhatWasSaid && (await isWhatWasShown(tx, approval))) return;
  throw new ServiceError(
    "changed_since_review",
    `${qualifiedName(item)} ${version.version} has changed since you reviewed it, or changes more than a list shows. Open it and review it again.`,
    { extra: { digest: content.digest, version: version.version } },
  );
}

async function isWhatWasShown(tx: Tx, approval: Approval): Promise<boolean> {
  const { item, version, content, reviewerId, digest, isNamed } = approval;
  const reading = await findReadingOfVersion(tx, reviewerId, version.id);
  if (reading) return reading.fingerprint === fingerprintOf({ item, version }, content);
  // The digest comes from a list, and does not cover what the version changes of its item.
  if (digest !== undefined && version.item_changes !== null) return false;
  // The newest came after what they read of the item.
  return isNamed || !(await hasReadingOfItem(tx, reviewerId, item.id));
}

/** Of everything that a reviewer judges. The digest alone is over the bytes, which leave out names, owner and visibility. */
function fingerprintOf({ item, version }: Shown, { digest }: SettledContent): string {
  const { description, changelog, supported_harnesses, fields } = version;
  const { name, namespace, slug, visibility, team_id } = item;
  const { owner, fields: itemFields } = itemWith(item, version.item_changes);
  const read = { digest, description, changelog, supported_harnesses, fields, itemFields, owner };
  return digestOf(JSON.stringify(normalised({ ...read, name, namespace, slug, visibility, team_id })));
}
