import type { FieldError, ItemDetail } from "@tackroom/contract";
import { Answer, created, type CallContext } from "../../platform/http/index.js";
import type { Jobs } from "../../platform/jobs/index.js";
import type { Db } from "../../platform/relational/tx.js";
import {
  choiceErrors,
  contentErrors,
  harnessErrors,
  namingErrors,
  refuse,
  unsafeTextErrors,
} from "../versions/checked-fields.js";
import { queueAnalysis } from "../versions/analyze-submission.js";
import { createItem } from "./create-item.js";
import type { Fields } from "../core/fields.js";
import { describeOne } from "../items/get-item.js";
import { findOwnUnapproved, replaceUnapproved } from "./replace-unapproved.js";
import type { Kind } from "../kinds/index.js";
import { choosePlace } from "../items/publish-place.js";
import { splitPayload, type Submission } from "./submission.js";
import { loadViewer } from "../stores/viewer-store.js";

export interface SubmitDeps {
  readonly db: Db;
  readonly jobs: Pick<Jobs, "enqueue">;
}

/** `POST /{type}`: a new item, whose first version waits for a review. */
export async function submitItem(
  { db, jobs }: SubmitDeps,
  { kind, body }: { readonly kind: Kind; readonly body: Fields },
  { caller, call }: CallContext,
): Promise<Answer<ItemDetail>> {
  const submission = splitPayload(kind, body);
  refuse([...submissionErrors(kind, submission, body), ...choiceErrors(kind, body, "body")]);
  const viewer = await loadViewer(db, caller);
  call.describeForAudit({ resourceName: submission.name });
  const { itemId, replaced } = await call.act(async (tx) => {
    const place = await choosePlace(tx, submission, caller);
    const before = kind.replacesUnapproved
      ? await findOwnUnapproved(tx, viewer, { kind, place, name: submission.name })
      : undefined;
    const number = before && (await replaceUnapproved(tx, viewer, before, submission));
    const id = before?.id ?? (await createItem(tx, viewer, { kind, place, submission, status: "pending" }));
    if (kind.hasRepository) await queueAnalysis(jobs, tx, id, submission.version);
    // Here: the record of the call is written with what it did.
    const { version, visibility } = submission;
    call.describeForAudit({ resourceId: id, detail: { version, visibility, replaced: before !== undefined } });
    return { itemId: id, replaced: number };
  });
  const detail = await describeOne(db, viewer, kind.kind, itemId);
  if (!replaced) return created(detail, `/${kind.type}/${itemId}`);
  const warning = `This replaces ${detail.qualified_name} ${replaced}, which you had submitted under the same name and which was not approved yet.`;
  return new Answer({ ...detail, warnings: [warning] }, { status: 200 });
}

export function submissionErrors(kind: Kind, submission: Submission, body: Fields): FieldError[] {
  return [
    ...harnessErrors(submission.supportedHarnesses, "body.supported_harnesses"),
    ...namingErrors(kind, submission, "body"),
    ...contentErrors(kind, submission, "body"),
    ...unsafeTextErrors(body, "body"),
  ];
}
