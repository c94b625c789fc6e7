import { roleSuffices } from "@tackroom/contract";
import type { Db } from "../platform/relational/tx.js";
import { findNewest, type Item, type Version, type Viewer } from "../registry/index.js";
import { findSubmission, submissionNotFound } from "./find-submission.js";

/**
 * A submission for those who take part in its review: reviewers who may see the item, and its owner and co-authors. To
 * everyone else, who may see what was released of it, there is no submission.
 */
export async function findReviewed(db: Db, viewer: Viewer, id: string): Promise<Item> {
  const item = await findSubmission(db, viewer, id);
  if (takesPart(viewer, item)) return item;
  throw submissionNotFound(id);
}

const takesPart = ({ role }: Viewer, item: Item): boolean =>
  item.is_owned || (role !== null && roleSuffices(role, "reviewer"));

/** The version that waits; without one, the version that was decided on last. */
export async function findReviewedVersion(db: Db, itemId: string): Promise<Version | undefined> {
  return (await findNewest(db, itemId, ["pending"])) ?? findNewest(db, itemId, ["approved", "rejected"]);
}
