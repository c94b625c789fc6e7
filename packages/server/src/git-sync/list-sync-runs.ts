import type { SyncRun } from "@tackroom/contract";
import { page, type Answer, type CallContext } from "../platform/http/index.js";
import { findOwnListing } from "./find-listing.js";
import { listRuns, type Run } from "./run-store.js";
import type { SyncDeps } from "./sync-deps.js";

/** `GET /mcps/{id}/webhook-sync/runs` */
export async function listSyncRuns(
  deps: SyncDeps,
  { id, ...wanted }: { readonly id: string; readonly limit: number; readonly offset: number },
  context: CallContext,
): Promise<Answer<SyncRun[]>> {
  const item = await findOwnListing(deps.db, id, context);
  const { items, total } = await listRuns(deps.db, item.id, wanted);
  return page({ items: items.map(describeRun), total }, wanted, context.call.url);
}

const describeRun = (run: Run): SyncRun => ({
  id: run.id,
  trigger: run.trigger,
  ref: run.ref,
  status: run.status,
  error: run.error,
  attempt: run.attempt,
  queued_at: run.queued_at.toISOString(),
  finished_at: run.finished_at?.toISOString() ?? null,
  sha: run.sha,
  version: run.version,
});
