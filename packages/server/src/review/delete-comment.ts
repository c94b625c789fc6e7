import type { CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { changeComment, type CommentId } from "./change-comment.js";
import { hasReplies, removeComment } from "./comment-store.js";

/** `DELETE /review/{id}/comments/{comment_id}`: one's own, until it is answered. */
export async function deleteComment(deps: { readonly db: Db }, id: CommentId, context: CallContext): Promise<void> {
  await changeComment(deps, id, context, async (tx, comment) => {
    if (comment.author_id !== context.caller.userId) {
      throw new ServiceError("forbidden", "You can delete only your own comments. Resolve the thread instead.");
    }
    if (comment.kind === "changes_requested") {
      throw new ServiceError("invalid_state", "A request for changes is a decision and cannot be deleted.");
    }
    if (await hasReplies(tx, comment.id)) {
      throw new ServiceError("invalid_state", "The comment has replies. Resolve the thread instead.");
    }
    await removeComment(tx, comment.id);
  });
}
