import { shorten } from "@tackroom/contract/shorten";
import { roleSuffices, typeOfKind } from "@tackroom/contract";
import { findUser } from "../auth/index.js";
import { notify } from "../inbox/index.js";
import type { Tx } from "../platform/relational/tx.js";
import { qualifiedName, type Item } from "../registry/index.js";
import { membersOf } from "../teams/index.js";
import { authorsOfComments, type StoredComment } from "./comment-store.js";
import { authorsWhoSee } from "./tell-authors.js";

/** Tells the item's authors, and those who have written on this version and may still review it, but not the writer. */
export async function tellAboutComment(tx: Tx, item: Item, comment: StoredComment): Promise<void> {
  const authors = await authorsWhoSee(tx, item);
  const reviewers = await reviewersAmong(tx, item, await authorsOfComments(tx, comment.version_id));
  const isOther = (id: string): boolean => id !== comment.author_id;
  const told = {
    kind: "submission.commented",
    title: `New comment on ${qualifiedName(item)} ${comment.version}`,
    text: excerptOf(comment),
    dedupeKey: `submission:${comment.id}`,
  } as const;
  await notify(tx, { ...told, userIds: authors.filter(isOther), path: authorsPath(item) });
  const others = reviewers.filter((id) => isOther(id) && !authors.includes(id));
  await notify(tx, { ...told, userIds: others, path: `/review/${item.id}` });
}

/** Where the authors of an item find what was said about it. */
export const authorsPath = (item: Item): string =>
  `/registry/${typeOfKind(item.kind)}/${item.namespace}/${item.slug}?tab=review`;

const MAX_EXCERPT = 300;

function excerptOf({ file, line, text }: StoredComment): string {
  const place = file === null ? "" : `${file}${line === null ? "" : `:${line}`}: `;
  return shorten(`${place}${text}`, MAX_EXCERPT);
}

/** People lose their role, and leave teams, while a discussion goes on. */
async function reviewersAmong(tx: Tx, item: Item, ids: readonly string[]): Promise<string[]> {
  const members = new Set(item.team_id === null ? [] : await membersOf(tx, item.team_id));
  const sees = { public: () => true, team: (id: string) => members.has(id), owner: () => false }[item.visibility];
  const reviewers: string[] = [];
  for (const id of ids) {
    const account = await findUser(tx, id);
    if (!account?.is_active || !roleSuffices(account.role, "reviewer")) continue;
    if (roleSuffices(account.role, "admin") || sees(id)) reviewers.push(id);
  }
  return reviewers;
}
