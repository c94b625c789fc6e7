import type { CallContext } from "../platform/http/index.js";
import { changeItem, kindOf } from "../registry/index.js";
import { requireSync } from "./find-listing.js";
import type { SyncDeps } from "./sync-deps.js";
import { deleteSync } from "./sync-store.js";

/** `DELETE /mcps/{id}/webhook-sync` */
export async function disableSync(
  deps: SyncDeps,
  { id }: { readonly id: string },
  context: CallContext,
): Promise<{ disabled: string }> {
  return changeItem(deps, { kind: kindOf("mcp"), id }, context, async (tx, { item }) => {
    const sync = await requireSync(tx, item);
    await deleteSync(tx, sync.id);
    context.call.describeForAudit({ detail: { sync_id: sync.id } });
    return { disabled: item.id };
  });
}
