import { hasSeveralReviewers } from "../../auth/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import type { Settings } from "../../settings/index.js";
import type { Version } from "../stores/version-store.js";

export interface Writing {
  readonly versions: readonly Pick<Version, "created_by" | "editors">[];
  readonly reviewerId: string;
}

/**
 * Those who wrote content of a version that nobody else has approved. They are authors of every copy of it too, even of
 * one that somebody else made.
 */
export function writersToCarry({ status, created_by, editors, reviewed_by }: Version): string[] {
  const writers = [...new Set([...(created_by === null ? [] : [created_by]), ...editors])];
  const isReviewed = status === "approved" && reviewed_by !== null && !writers.includes(reviewed_by);
  return isReviewed ? [] : writers;
}

/**
 * Whether somebody else has to decide on these versions, because this reviewer wrote some of their content
 * (review.require_second_reviewer). Not while there is only one reviewer: nobody else could.
 */
export async function needsSecondReviewer(
  tx: Tx,
  settings: Pick<Settings, "get">,
  { versions, reviewerId }: Writing,
): Promise<boolean> {
  if (!settings.get("review.require_second_reviewer")) return false;
  const wrote = versions.some(({ created_by, editors }) => created_by === reviewerId || editors.includes(reviewerId));
  return wrote && hasSeveralReviewers(tx);
}
