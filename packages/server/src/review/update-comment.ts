import type { ReviewComment } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { resolveComment } from "./comment-store.js";
import { changeComment, type CommentId } from "./change-comment.js";
import { currentContent, describeComments } from "./describe-comment.js";
import { findReviewedVersion } from "./find-reviewed.js";

/** `PATCH /review/{id}/comments/{comment_id}`: for everyone who takes part in the review. */
export async function updateComment(
  { db }: { readonly db: Db },
  { resolved, ...id }: CommentId & { readonly resolved: boolean },
  context: CallContext,
): Promise<ReviewComment> {
  const { item, viewer, result } = await changeComment({ db }, id, context, async (tx, comment) => {
    if (comment.reply_to !== null) {
      throw new ServiceError("invalid_state", "A reply cannot be resolved. Resolve the first comment of the thread.");
    }
    context.call.describeForAudit({ detail: { resolved: { from: comment.resolved_at !== null, to: resolved } } });
    return resolveComment(tx, comment.id, resolved ? context.caller.userId : null);
  });
  const version = await findReviewedVersion(db, item.id);
  const current = version && (await currentContent(db, viewer, { item, version }));
  const [described] = await describeComments(db, viewer, [result], current);
  return described as ReviewComment;
}
