import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { findFeedback } from "./feedback-store.js";

/** Someone else's, or nobody's. */
export async function notOwn(db: Db, id: string): Promise<ServiceError> {
  return (await findFeedback(db, id))
    ? new ServiceError("forbidden", "Only the author of a rating can change or delete it.")
    : new ServiceError("not_found", "Rating not found. See GET /api/v1/feedback/me.");
}
