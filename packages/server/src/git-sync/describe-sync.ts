import { webhookPath, type EnabledSync } from "@tackroom/contract";
import type { Db } from "../platform/relational/tx.js";
import { findLastRuns } from "./run-store.js";
import type { SyncDeps } from "./sync-deps.js";
import type { ListingSync } from "./sync-store.js";

/** As its owners see it; the secret only when it has just been made. */
export async function describeSync(deps: SyncDeps, db: Db, sync: ListingSync, secret?: string): Promise<EnabledSync> {
  const { last, lastPublished } = await findLastRuns(db, sync);
  return {
    enabled: true,
    id: sync.id,
    provider: sync.provider,
    repository_host: sync.repository_host,
    webhook_url: publicUrl(deps) + webhookPath(sync.provider, sync.id),
    ...(secret === undefined ? {} : { secret }),
    sync_on_push: sync.sync_on_push,
    sync_on_release: sync.sync_on_release,
    branch: sync.branch,
    last_delivery_at: sync.last_delivery_at?.toISOString() ?? null,
    last_event: sync.last_event,
    last_sync_status: last?.status ?? null,
    last_sync_error: last?.error ?? null,
    last_synced_at: lastPublished?.finished_at?.toISOString() ?? null,
    last_synced_sha: lastPublished?.sha ?? null,
    last_version: lastPublished?.version ?? null,
    created_at: sync.created_at.toISOString(),
  };
}

function publicUrl({ config, settings }: SyncDeps): string {
  const url =
    config.webhookPublicUrl || settings.get("deployment.public_url") || settings.get("deployment.frontend_url");
  return url.replace(/(?<!\/)\/+$/, "");
}
