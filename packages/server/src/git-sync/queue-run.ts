import type { SyncTrigger } from "@tackroom/contract";
import { newId } from "../platform/ids.js";
import type { Db, Tx } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { syncRepository } from "./jobs.js";
import { dropOldRuns, finishRun, insertRun, joinQueuedRun } from "./run-store.js";
import type { SyncDeps } from "./sync-deps.js";
import type { ListingSync } from "./sync-store.js";

export interface Wanted {
  readonly trigger: SyncTrigger;
  readonly ref: string | null;
  /** What the delivery says about the change, and about which commit. */
  readonly notes?: string | null;
  readonly notesSha?: string | null;
}

const MAX_RUNS_KEPT = 200;
const MAX_NOTES_LENGTH = 20_000;

/** Many pushes in a row need one sync: it fetches the branch as it is when it runs. */
export async function queueRun(
  { jobs }: Pick<SyncDeps, "jobs">,
  tx: Tx,
  sync: Pick<ListingSync, "id" | "item_id">,
  { trigger, ref, notes = null, notesSha = null }: Wanted,
): Promise<void> {
  const run = {
    sync_id: sync.id,
    trigger,
    ref,
    // PostgreSQL has no U+0000 in its texts.
    notes: notes?.replaceAll("\0", "").slice(0, MAX_NOTES_LENGTH) ?? null,
    notes_sha: notesSha?.replaceAll("\0", "").slice(0, 64) ?? null,
  };
  if (await joinQueuedRun(tx, run, sync.item_id)) return;
  const id = newId();
  await insertRun(tx, { id, item_id: sync.item_id, ...run });
  await dropOldRuns(tx, sync.item_id, MAX_RUNS_KEPT);
  await jobs.enqueue(syncRepository, { run_id: id }, { tx }).catch((error: unknown) => {
    throw new QueueDown(error);
  });
}

/** The database answers, but its queue does not. */
class QueueDown extends Error {
  constructor(cause: unknown) {
    super("the sync could not be queued", { cause });
  }
}

/** A sync that could not be queued shows as failed, and its caller is told to try again. */
export async function orFailed<T>(
  db: Db,
  sync: Pick<ListingSync, "id" | "item_id">,
  { trigger, ref }: Wanted,
  queueing: Promise<T>,
): Promise<T> {
  try {
    return await queueing;
  } catch (error) {
    if (!(error instanceof QueueDown)) throw error;
    const run = { id: newId(), item_id: sync.item_id, sync_id: sync.id, trigger, ref, notes: null, notes_sha: null };
    await insertRun(db, run);
    await finishRun(db, run.id, { status: "failed", error: "The sync could not be queued." });
    throw new ServiceError("unavailable", "The sync could not be queued. Try again in a minute.", { cause: error });
  }
}
