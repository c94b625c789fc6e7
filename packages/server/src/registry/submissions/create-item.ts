import { slugOf } from "@tackroom/contract";
import { newId } from "../../platform/ids.js";
import type { Tx } from "../../platform/relational/tx.js";
import { composeVersion } from "../versions/compose-version.js";
import { insertItem, type NewItem } from "../stores/item-store.js";
import type { Kind } from "../kinds/index.js";
import { keepPins, pinComponents } from "../agents/pin-components.js";
import { nameTaken, type Place } from "../items/publish-place.js";
import { shownColumns } from "../versions/shown-version.js";
import type { Submission } from "./submission.js";
import { insertVersion, NOT_DECIDED } from "../stores/version-store.js";
import type { Viewer } from "../stores/viewer-store.js";

export interface Creation {
  readonly kind: Kind;
  readonly place: Place;
  readonly submission: Submission;
  readonly status: "draft" | "pending";
}

/** The item and its first version, or neither. */
export async function createItem(tx: Tx, viewer: Viewer, creation: Creation): Promise<string> {
  const { kind, place, submission, status } = creation;
  const identity = {
    kind: kind.kind,
    namespace: place.namespace,
    slug: slugOf(submission.name),
    name: submission.name,
  };
  const pinned = await pinComponents(tx, viewer, { kind, fields: submission.fields });
  const composed = composeVersion(kind, identity, submission, { status, pins: pinned.named });
  const version = { id: newId(), item_id: newId(), status, rejection_reason: null, ...composed.row };
  const item: NewItem = {
    ...identity,
    ...place,
    id: version.item_id,
    owner_id: viewer.userId,
    fields: submission.itemFields,
    edited_by: null,
    edited_until: null,
    deleted_at: null,
    ...shownColumns({ ...identity, fields: submission.itemFields }, version, false),
  };
  if (!(await insertItem(tx, item))) throw nameTaken(place.namespace, identity.slug);
  await insertVersion(tx, { ...version, created_by: viewer.userId, ...NOT_DECIDED }, composed.content);
  await keepPins(tx, version.id, pinned);
  return item.id;
}
