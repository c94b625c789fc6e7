import { newId } from "../../platform/ids.js";
import type { Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import type { Change } from "../access/change-item.js";
import { qualifiedName } from "../access/find-item.js";
import { keepPins, pinComponents } from "../agents/pin-components.js";
import type { Kind } from "../kinds/index.js";
import type { PinnedComponent } from "../stores/component-store.js";
import type { Item } from "../stores/item-store.js";
import { findHighestRelease, insertVersion, NOT_DECIDED } from "../stores/version-store.js";
import { composeVersion, type VersionDraft } from "./compose-version.js";
import { versionTaken } from "./rewrite-version.js";
import { refreshShown } from "./shown-version.js";

export interface AddedVersion {
  readonly kind: Kind;
  readonly draft: VersionDraft;
  readonly status: "draft" | "pending";
  /** Pins of the version before that still hold. */
  readonly kept: readonly PinnedComponent[];
  /** Those who wrote what it is a copy of. */
  readonly writers?: readonly string[];
}

/** Adds a version to an item that is locked and not archived. Returns its id. */
export async function addVersion(
  tx: Tx,
  { item, viewer }: Change,
  { kind, draft, status, kept, writers = [] }: AddedVersion,
): Promise<string> {
  const identity = { name: item.name, namespace: item.namespace, slug: item.slug };
  const pinned = await pinComponents(tx, viewer, { kind, fields: draft.fields, kept });
  const previous = (await findHighestRelease(tx, item.id))?.fields;
  const whole = previous ? { ...draft, previous } : draft;
  const { row, content } = composeVersion(kind, identity, whole, { status, pins: pinned.named });
  const version = {
    ...row,
    id: newId(),
    item_id: item.id,
    status,
    rejection_reason: null,
    created_by: viewer.userId,
    writers,
    ...NOT_DECIDED,
  } as const;
  if (!(await insertVersion(tx, version, content))) throw versionTaken(draft.version);
  await keepPins(tx, version.id, pinned);
  await refreshShown(tx, item);
  return version.id;
}

export function refuseIfArchived(kind: Kind, item: Item): void {
  if (!item.is_archived) return;
  throw new ServiceError(
    "invalid_state",
    `${qualifiedName(item)} is archived. Unarchive it first: PATCH /api/v1/${kind.type}/${item.id}/unarchive.`,
  );
}
