import type { SubmissionComments } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { loadViewer } from "../registry/index.js";
import { listCommentsOf } from "./comment-store.js";
import { currentContent, describeComments } from "./describe-comment.js";
import { findReviewed, findReviewedVersion } from "./find-reviewed.js";

interface CommentsQuery {
  readonly id: string;
  readonly limit: number;
  readonly offset: number;
}

/** `GET /review/{id}/comments` */
export async function listComments(
  { db }: { readonly db: Db },
  { id, limit, offset }: CommentsQuery,
  { caller }: CallContext,
): Promise<SubmissionComments> {
  const viewer = await loadViewer(db, caller);
  const item = await findReviewed(db, viewer, id);
  const version = await findReviewedVersion(db, item.id);
  const current = version && (await currentContent(db, viewer, { item, version }));
  const { items, total } = await listCommentsOf(db, item.id, { limit, offset });
  return {
    submission:
      version && current
        ? {
            version: version.version,
            status: version.status,
            digest: current.digest,
            changes_requested_at: version.changes_requested_at?.toISOString() ?? null,
          }
        : null,
    items: await describeComments(db, viewer, items, current),
    total,
  };
}
