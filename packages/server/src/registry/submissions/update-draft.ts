import { slugOf, type FieldError, type ItemDetail } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { changeItem, type Change } from "../access/change-item.js";
import { queueAnalysis } from "../versions/analyze-submission.js";
import type { SubmitDeps } from "./submit-item.js";
import {
  choiceErrors,
  harnessErrors,
  harnessIds,
  namingErrors,
  refuse,
  unsafeTextErrors,
} from "../versions/checked-fields.js";
import type { Fields } from "../core/fields.js";
import { changesBetween, itemWith } from "../core/item-changes.js";
import { refuseIfEditedByOthers } from "../access/edit-lock.js";
import { qualifiedName } from "../access/find-item.js";
import { describeOne } from "../items/get-item.js";
import { claimName, type Item } from "../stores/item-store.js";
import type { Kind } from "../kinds/index.js";
import { draftOf, rewrite } from "../versions/rewrite-version.js";
import { refreshShown } from "../versions/shown-version.js";
import { fieldsOf, overlay } from "../versions/kind-fields.js";
import { nameTaken } from "../items/publish-place.js";
import { findNewest, hasReleases } from "../stores/version-store.js";
import { loadViewer } from "../stores/viewer-store.js";

/** `PUT /{type}/{id}/draft`: a partial change of what is not approved yet. */
export async function updateDraft(
  deps: SubmitDeps,
  { kind, id, body }: { readonly kind: Kind; readonly id: string; readonly body: Fields },
  context: CallContext,
): Promise<ItemDetail> {
  refuse(draftErrors(kind, body));
  const itemId = await changeItem(deps, { kind, id }, context, async (tx, change) => {
    await refuseIfEditedByOthers(tx, change.item, context.caller.userId);
    const number = await applyDraft(tx, change, kind, body);
    if (kind.hasRepository) await queueAnalysis(deps.jobs, tx, change.item.id, number);
    context.call.describeForAudit({
      detail: { version: change.item.version, changed: Object.keys(withoutAbsent(body)) },
    });
    return change.item.id;
  });
  return describeOne(deps.db, await loadViewer(deps.db, context.caller), kind.kind, itemId);
}

/** Who may see an item is changed elsewhere, because it may take a review. */
const NOT_HERE = ["team_id", "visibility"];

function draftErrors(kind: Kind, body: Fields): FieldError[] {
  const misplaced = NOT_HERE.filter((name) => body[name] !== undefined);
  return [
    ...misplaced.map((name) => ({
      path: `body.${name}`,
      message: "cannot be changed here. Use PATCH /api/v1/registry/{kind}/{id}/visibility",
    })),
    ...harnessErrors((body["supported_harnesses"] ?? []) as string[], "body.supported_harnesses"),
    ...namingErrors(kind, body, "body"),
    ...unsafeTextErrors(body, "body"),
  ];
}

/** Answers the number of the version that was changed. */
async function applyDraft(tx: Tx, { item, viewer }: Change, kind: Kind, body: Fields): Promise<string> {
  const version = await findNewest(tx, item.id, ["draft", "pending", "rejected"]);
  if (!version || version.released_at) {
    throw new ServiceError(
      "invalid_state",
      `${qualifiedName(item)} has no editable version: approved versions are immutable. Submit a new version: POST /api/v1/${kind.type}/${item.id}/versions.`,
    );
  }
  const face = itemWith(item, version.item_changes);
  if (face.fields["category"] !== body["category"]) refuse(choiceErrors(kind, body, "body"));
  const draft = draftOf(version);
  const { fields, itemFields } = fieldsOf(
    kind,
    overlay(kind, { ...draft.fields, ...face.fields }, withoutAbsent(body)),
  );
  const wanted = { owner: ownerOf(item, body) ?? face.owner, fields: itemFields };
  // What others see of the item waits for the review of this version.
  const isSeen = await hasReleases(tx, item.id);
  const name = typeof body["name"] === "string" ? body["name"].trim() : item.name;
  const identity = { name, namespace: item.namespace, slug: slugOf(name) };
  const number = (body["version"] ?? draft.version) as string;
  if (identity.slug !== item.slug && !(await claimName(tx, { id: item.id, kind: item.kind, ...identity }))) {
    throw nameTaken(identity.namespace, identity.slug);
  }
  await rewrite(tx, viewer, {
    item,
    version,
    identity,
    by: viewer.userId,
    status: version.status,
    itemChanges: isSeen ? changesBetween(item, wanted) : null,
    draft: {
      version: number,
      description: ((body["description"] ?? draft.description) as string).trim(),
      changelog: (body["changelog"] ?? draft.changelog) as string | null,
      supportedHarnesses: harnessIds((body["supported_harnesses"] ?? draft.supportedHarnesses) as string[]),
      fields,
    },
  });
  // Saving ends the edit: a lock of the caller's own would keep the draft out of the review queue for no reason.
  const unlocked = { edited_by: null, edited_until: null };
  const shown = { name, slug: identity.slug, ...(isSeen ? {} : wanted), ...unlocked, updated_at: new Date() };
  await refreshShown(tx, item, shown);
  return number;
}

/** Undefined when it is not asked for, or not theirs to say. Empty, it is the default again. */
function ownerOf({ team_id, namespace }: Item, { owner }: Fields): string | undefined {
  return team_id === null && typeof owner === "string" ? owner.trim() || namespace : undefined;
}

const withoutAbsent = (body: Fields): Fields =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
