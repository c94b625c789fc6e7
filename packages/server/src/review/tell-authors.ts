import { typeOfKind } from "@tackroom/contract";
import { notify } from "../inbox/index.js";
import { newId } from "../platform/ids.js";
import type { Tx } from "../platform/relational/tx.js";
import { coAuthorsOf, qualifiedName, type Item, type Version } from "../registry/index.js";
import { membersOf } from "../teams/index.js";

export interface DecisionToTell {
  readonly item: Item;
  readonly version: Version;
  readonly reviewerId: string;
  readonly isApproved: boolean;
  readonly reason?: string | undefined;
}

/** Tells the owner and the co-authors what was decided, except the reviewer, who knows. */
export async function tellAuthors(tx: Tx, decision: DecisionToTell): Promise<void> {
  const { item, version, reviewerId, isApproved, reason } = decision;
  const authors = await authorsWhoSee(tx, item);
  const verb = isApproved ? "approved" : "rejected";
  await notify(tx, {
    userIds: authors.filter((id) => id !== reviewerId),
    kind: `submission.${verb}`,
    title: `${qualifiedName(item)} ${version.version} was ${verb}`,
    text: reason ?? (isApproved ? "It can be installed now." : "The reviewer gave no reason."),
    path: `/registry/${typeOfKind(item.kind)}/${item.namespace}/${item.slug}`,
    // Of its own each time: a rejected version can be submitted again unchanged, and be rejected again.
    dedupeKey: `submission:${newId()}`,
  });
}

/** Someone who has left the team of an item no longer sees it, though they may still be its owner or co-author. */
export async function authorsWhoSee(tx: Tx, item: Item): Promise<string[]> {
  const authors = [...(item.owner_id === null ? [] : [item.owner_id]), ...(await coAuthorsOf(tx, item.id))];
  if (item.visibility !== "team" || item.team_id === null) return authors;
  const members = new Set(await membersOf(tx, item.team_id));
  return authors.filter((id) => members.has(id));
}
