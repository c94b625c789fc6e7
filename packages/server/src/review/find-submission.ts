import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import {
  findItemsByIdRange,
  findItemsOfAnyKind,
  idRange,
  onlyItemOf,
  type Item,
  type Viewer,
} from "../registry/index.js";

/** A submission by the id of its item, the beginning of one, or a name in any kind. What one may not see is not found. */
export async function findSubmission(db: Db, viewer: Viewer, id: string): Promise<Item> {
  const item = onlyItemOf(await candidates(db, viewer, id), id);
  if (item) return item;
  throw submissionNotFound(id);
}

/** The same for what is absent and what is hidden. */
export const submissionNotFound = (id: string): ServiceError =>
  new ServiceError(
    "not_found",
    `Submission ${id} not found, or you do not have permission to review it. See GET /api/v1/review.`,
  );

async function candidates(db: Db, viewer: Viewer, id: string): Promise<Item[]> {
  const found = await findItemsOfAnyKind(db, viewer, id);
  const range = found.length === 0 ? idRange(id) : undefined;
  return range ? findItemsByIdRange(db, viewer, range) : found;
}
