import type { AlertTarget } from "@tackroom/contract";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { findItem, type Item, type Viewer } from "../registry/index.js";

export interface Targeted {
  readonly target_type: AlertTarget;
  readonly target_id: string;
}

/**
 * The item that a rule is about, if it is one that the viewer sees. Anything else is a name that clients may report, and
 * nobody is told whether there is an item behind it.
 */
export async function findTarget(
  db: Db,
  viewer: Viewer,
  { target_type, target_id }: Targeted,
): Promise<Item | undefined> {
  if (target_type === "all") return undefined;
  try {
    return await findItem(db, viewer, target_type, target_id);
  } catch (error) {
    if (error instanceof ServiceError && (error.code === "not_found" || error.code === "ambiguous_name"))
      return undefined;
    throw error;
  }
}
