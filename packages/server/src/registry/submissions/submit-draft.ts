import type { ItemDetail } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { changeItem } from "../access/change-item.js";
import { queueAnalysis } from "../versions/analyze-submission.js";
import type { SubmitDeps } from "./submit-item.js";
import { refuseIfEditedByOthers } from "../access/edit-lock.js";
import { qualifiedName } from "../access/find-item.js";
import { describeOne } from "../items/get-item.js";
import type { Kind } from "../kinds/index.js";
import { draftOf, rewrite } from "../versions/rewrite-version.js";
import { refreshShown } from "../versions/shown-version.js";
import { setVersionStatus } from "../stores/version-status-store.js";
import { findNewest, type Version } from "../stores/version-store.js";
import { loadViewer } from "../stores/viewer-store.js";

/** `POST /{type}/{id}/submit`: a draft, or what was rejected or returned for changes, waits for a review now. */
export async function submitDraft(
  deps: SubmitDeps,
  { kind, id }: { readonly kind: Kind; readonly id: string },
  context: CallContext,
): Promise<ItemDetail> {
  const itemId = await changeItem(deps, { kind, id }, context, async (tx, { item, viewer }) => {
    await refuseIfEditedByOthers(tx, item, context.caller.userId);
    const version = (await findNewest(tx, item.id, ["draft", "rejected"])) ?? (await findReturned(tx, item.id));
    if (!version) {
      throw new ServiceError("invalid_state", `${qualifiedName(item)} has no draft or rejected version to submit.`);
    }
    refuseIncomplete(kind, version);
    const identity = { name: item.name, namespace: item.namespace, slug: item.slug };
    // What was released once keeps its bytes, also when it was sent back to review and rejected there.
    if (version.released_at) await setVersionStatus(tx, version.id, "pending");
    else {
      const draft = draftOf(version);
      await rewrite(tx, viewer, { item, version, identity, draft, by: viewer.userId, status: "pending" });
    }
    context.call.describeForAudit({
      detail: { version: version.version, status: { from: version.status, to: "pending" } },
    });
    await refreshShown(tx, item, { edited_by: null, edited_until: null, updated_at: new Date() });
    if (kind.hasRepository) await queueAnalysis(deps.jobs, tx, item.id, version.version);
    return item.id;
  });
  return describeOne(deps.db, await loadViewer(deps.db, context.caller), kind.kind, itemId);
}

/** What a reviewer has requested changes to, and the authors submit again as it is. */
async function findReturned(tx: Tx, itemId: string): Promise<Version | undefined> {
  const version = await findNewest(tx, itemId, ["pending"]);
  return version?.changes_requested_at ? version : undefined;
}

function refuseIncomplete(kind: Kind, { description, fields }: Version): void {
  const lacking = [...(description.trim() === "" ? ["a description"] : []), ...kind.missing(fields)];
  if (lacking.length === 0) return;
  throw new ServiceError(
    "invalid_state",
    `The draft is missing ${lacking.join(", ")}. Update it with PUT /api/v1/${kind.type}/{id}/draft.`,
  );
}
