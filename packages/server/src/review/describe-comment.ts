import type { ReviewComment } from "@tackroom/contract";
import { findUsers } from "../auth/index.js";
import type { Db } from "../platform/relational/tx.js";
import { settledContent, type Item, type Version, type Viewer } from "../registry/index.js";
import type { StoredComment } from "./comment-store.js";

/** The content that comments are compared with. */
export interface CurrentContent {
  readonly versionId: string;
  readonly digest: string;
}

export async function currentContent(
  db: Db,
  viewer: Viewer,
  of: { readonly item: Item; readonly version: Version },
): Promise<CurrentContent> {
  const { digest } = await settledContent(db, { ...viewer, seesAll: true }, of);
  return { versionId: of.version.id, digest };
}

/** A comment belongs to the bytes it was written about: it is outdated when these are not what is reviewed now. */
export async function describeComments(
  db: Db,
  { userId }: Pick<Viewer, "userId">,
  comments: readonly StoredComment[],
  current: CurrentContent | undefined,
): Promise<ReviewComment[]> {
  const people = await findUsers(
    db,
    comments.flatMap(({ author_id, resolved_by }) => [author_id, resolved_by].filter((id) => id !== null)),
  );
  const nameOf = (id: string | null): string | null => (id === null ? null : (people.get(id)?.username ?? null));
  return comments.map(({ id, kind, reply_to, version, digest, file, line, line_text, text, ...comment }) => ({
    id,
    kind,
    reply_to,
    version,
    digest,
    outdated: comment.version_id !== current?.versionId || digest !== current.digest,
    file,
    line,
    line_text,
    text,
    author: nameOf(comment.author_id),
    is_own: comment.author_id !== null && comment.author_id === userId,
    resolved_at: comment.resolved_at?.toISOString() ?? null,
    resolved_by: nameOf(comment.resolved_by),
    created_at: comment.created_at.toISOString(),
  }));
}
