import type { EnabledSync } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import { changeItem, kindOf, qualifiedName } from "../registry/index.js";
import { describeSync } from "./describe-sync.js";
import { findOwnListing, requireSync } from "./find-listing.js";
import { orFailed, queueRun } from "./queue-run.js";
import type { SyncDeps } from "./sync-deps.js";

/** `POST /mcps/{id}/webhook-sync/run` */
export async function runSync(
  deps: SyncDeps,
  { id }: { readonly id: string },
  context: CallContext,
): Promise<EnabledSync> {
  const listing = await findOwnListing(deps.db, id, context);
  const sync = await requireSync(deps.db, listing);
  const wanted = { trigger: "manual", ref: sync.branch } as const;
  const queueing = changeItem(deps, { kind: kindOf("mcp"), id: listing.id }, context, async (tx, { item }) => {
    if (item.is_archived) {
      throw new ServiceError("invalid_state", `${qualifiedName(item)} is archived. Unarchive it first.`);
    }
    const live = await requireSync(tx, item);
    await queueRun(deps, tx, live, wanted);
    context.call.describeForAudit({ detail: wanted });
    return describeSync(deps, tx, live);
  });
  return orFailed(deps.db, sync, wanted, queueing);
}
