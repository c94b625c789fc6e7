import type { ReviewComment } from "@tackroom/contract";

/** A comment and what was replied to it, oldest first. */
export interface Thread {
  readonly first: ReviewComment;
  readonly replies: readonly ReviewComment[];
}

export function threadsOf(newestFirst: readonly ReviewComment[]): Thread[] {
  const comments = newestFirst.toReversed();
  const ids = new Set(comments.map(({ id }) => id));
  return comments
    .filter(({ reply_to }) => reply_to === null || !ids.has(reply_to))
    .map((first) => ({ first, replies: comments.filter(({ reply_to }) => reply_to === first.id) }));
}

/** Threads on lines of the current content. Others are listed separately, because their lines may be gone. */
export const isInPlace = ({ first: { outdated, line } }: Thread): boolean => !outdated && line !== null;
