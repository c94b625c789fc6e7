import type { EnabledSync } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { changeItem, kindOf } from "../registry/index.js";
import { describeSync } from "./describe-sync.js";
import { requireSync } from "./find-listing.js";
import type { SyncDeps } from "./sync-deps.js";
import { createSecret } from "./sync-secrets.js";
import { updateSync } from "./sync-store.js";

/** `POST /mcps/{id}/webhook-sync/rotate-secret` */
export async function rotateSyncSecret(
  deps: SyncDeps,
  { id }: { readonly id: string },
  context: CallContext,
): Promise<EnabledSync> {
  return changeItem(deps, { kind: kindOf("mcp"), id }, context, async (tx, { item }) => {
    const sync = await requireSync(tx, item);
    const { secret, sealed } = createSecret(deps.sealing, sync.id);
    await updateSync(tx, sync.id, { secret: sealed });
    context.call.describeForAudit({ detail: { sync_id: sync.id } });
    return describeSync(deps, tx, sync, secret);
  });
}
