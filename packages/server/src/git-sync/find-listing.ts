import type { CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import {
  findItem,
  findLatest,
  loadViewer,
  noteItemRead,
  qualifiedName,
  requireOwner,
  textOf,
  type Item,
} from "../registry/index.js";
import { findSyncOf, type ListingSync } from "./sync-store.js";

/** An MCP server that the caller may change: its sync is nobody else's business. */
export async function findOwnListing(db: Db, id: string, { caller }: Pick<CallContext, "caller">): Promise<Item> {
  const viewer = await loadViewer(db, caller);
  const item = await findItem(db, viewer, "mcp", id);
  requireOwner(item);
  noteItemRead(viewer, item, "its git sync");
  return item;
}

export async function requireSync(db: Db, item: Item): Promise<ListingSync> {
  const sync = await findSyncOf(db, item.id);
  if (sync) return sync;
  throw new ServiceError("not_found", `Git sync is off for ${qualifiedName(item)}. Turn it on first.`);
}

/**
 * The repository that the latest approved version names. An address that waits for a review is not synced: nobody could tell
 * what would be published from it.
 */
export async function approvedRepository(db: Db, itemId: string): Promise<string | undefined> {
  const latest = await findLatest(db, itemId);
  return latest && textOf(latest.fields, "git_url");
}
