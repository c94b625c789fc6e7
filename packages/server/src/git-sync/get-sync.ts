import type { Sync } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { describeSync } from "./describe-sync.js";
import { findOwnListing } from "./find-listing.js";
import type { SyncDeps } from "./sync-deps.js";
import { findSyncOf } from "./sync-store.js";

/** `GET /mcps/{id}/webhook-sync` */
export async function getSync(deps: SyncDeps, { id }: { readonly id: string }, context: CallContext): Promise<Sync> {
  const item = await findOwnListing(deps.db, id, context);
  const sync = await findSyncOf(deps.db, item.id);
  return sync ? describeSync(deps, deps.db, sync) : { enabled: false };
}
