import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { findCatalogueItems } from "../registry/index.js";
import { memberViewer } from "./feed-scope.js";

const NAMED = 5;

/** Refuses a list that names something which its maker does not see, or which is not approved. */
export async function requireItems(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  const scope = { viewer: await memberViewer(db, userId), only: null };
  const found = new Set((await findCatalogueItems(db, scope, ids)).map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id.toLowerCase()));
  if (missing.length === 0) return;
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : "";
  throw new ServiceError(
    "not_found",
    `Not found among the approved items that you can see: ${missing.slice(0, NAMED).join(", ")}${more}.`,
  );
}
