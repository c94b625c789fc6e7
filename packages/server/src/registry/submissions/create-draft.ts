import type { ItemDetail } from "@tackroom/contract";
import { created, type Answer, type CallContext } from "../../platform/http/index.js";
import type { Deps } from "../access/change-item.js";
import { choiceErrors, harnessErrors, namingErrors, refuse, unsafeTextErrors } from "../versions/checked-fields.js";
import type { Fields } from "../core/fields.js";
import { describeOne } from "../items/get-item.js";
import type { Kind } from "../kinds/index.js";
import { choosePlace } from "../items/publish-place.js";
import { splitPayload } from "./submission.js";
import { createItem } from "./create-item.js";
import { loadViewer } from "../stores/viewer-store.js";

/** `POST /{type}/draft`: only a name is needed; the rest is checked when it is submitted. */
export async function createDraft(
  { db }: Deps,
  { kind, body }: { readonly kind: Kind; readonly body: Fields },
  { caller, call }: CallContext,
): Promise<Answer<ItemDetail>> {
  const submission = splitPayload(kind, body);
  refuse([
    ...harnessErrors(submission.supportedHarnesses, "body.supported_harnesses"),
    ...namingErrors(kind, submission, "body"),
    ...choiceErrors(kind, body, "body"),
    ...unsafeTextErrors(body, "body"),
  ]);
  const viewer = await loadViewer(db, caller);
  call.describeForAudit({ resourceName: submission.name });
  const itemId = await call.act(async (tx) => {
    const place = await choosePlace(tx, submission, caller);
    const id = await createItem(tx, viewer, { kind, place, submission, status: "draft" });
    const { version, visibility } = submission;
    call.describeForAudit({ resourceId: id, detail: { version, visibility, status: "draft" } });
    return id;
  });
  return created(await describeOne(db, viewer, kind.kind, itemId), `/${kind.type}/${itemId}`);
}
