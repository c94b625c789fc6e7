import { findUser } from "../auth/index.js";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { findItem, loadViewer, type Item, type Viewer } from "../registry/index.js";
import type { ListingSync } from "./sync-store.js";

export interface Publisher {
  readonly viewer: Viewer & { readonly userId: string };
  readonly item: Item;
}

/**
 * The user in whose name a sync publishes, with the listing as they see it. Undefined when they may not change it any more: not
 * as owner, co-author or admin, or because it belongs to a team that they have left.
 */
export async function findPublisher(
  db: Db,
  { publisher_id: userId }: Pick<ListingSync, "publisher_id">,
  itemId: string,
): Promise<Publisher | undefined> {
  const account = userId === null ? undefined : await findUser(db, userId);
  if (!account?.is_active) return undefined;
  // Nobody is shown anything: the read is the service's own.
  const seen = await loadViewer(db, { userId: account.id, role: account.role, notePrivilegedRead: () => undefined });
  const item = await findItem(db, seen, "mcp", itemId).catch(undefinedIfHidden);
  return item?.is_owned ? { viewer: { ...seen, userId: account.id }, item } : undefined;
}

function undefinedIfHidden(error: unknown): undefined {
  if (error instanceof ServiceError && error.code === "not_found") return undefined;
  throw error;
}
