import type { CallContext } from "../platform/http/index.js";
import type { Db, Tx } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { loadViewer, lockItem, qualifiedName, type Item, type Viewer } from "../registry/index.js";
import { findComment, type StoredComment } from "./comment-store.js";
import { findReviewed } from "./find-reviewed.js";
import { submissionNotFound } from "./find-submission.js";

export interface CommentId {
  readonly id: string;
  readonly comment_id: string;
}

/** Changes of the comments on an item happen one after another, and only by those who take part in its review. */
export async function changeComment<T>(
  { db }: { readonly db: Db },
  { id, comment_id }: CommentId,
  { caller, call }: CallContext,
  work: (tx: Tx, comment: StoredComment) => Promise<T>,
): Promise<{ readonly item: Item; readonly viewer: Viewer; readonly result: T }> {
  const viewer = await loadViewer(db, caller);
  const item = await findReviewed(db, viewer, id);
  call.describeForAudit({ resourceId: item.id, resourceName: qualifiedName(item), detail: { comment_id } });
  const result = await call.act(async (tx) => {
    if (!(await lockItem(tx, viewer, item.id))) throw submissionNotFound(id);
    const comment = await findComment(tx, item.id, comment_id);
    if (!comment) throw new ServiceError("not_found", `${qualifiedName(item)} has no comment ${comment_id}.`);
    return work(tx, comment);
  });
  return { item, viewer, result };
}
