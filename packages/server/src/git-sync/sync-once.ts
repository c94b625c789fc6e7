import { GitError } from "../platform/git/index.js";
import { ServiceError } from "../platform/service-error.js";
import { AnalysisError } from "../source-analysis/index.js";
import { approvedRepository } from "./find-listing.js";
import { publishRun, refOf } from "./publish-run.js";
import { findPublisher } from "./publisher.js";
import { findRun, finishRun, isListingBusy, requeueRun, startRun, type Run } from "./run-store.js";
import type { SyncJobDeps } from "./sync-job-deps.js";
import { failed, LOST_ACCESS, skipped, SyncStopped } from "./sync-stopped.js";
import { findSync, lockSync, type ListingSync } from "./sync-store.js";

/** The time that reading a repository and publishing what was found may take beyond the fetch itself. */
const LEASE_MARGIN_SECONDS = 120;

/** One try of one run. Throws what may pass, so that the queue tries again. */
export async function runOnce(deps: SyncJobDeps, runId: string, maxAttempts: number): Promise<"done" | "busy"> {
  const claimed = await claim(deps, runId);
  if (claimed === "busy" || claimed === undefined) return claimed ?? "done";
  try {
    await sync(deps, claimed);
  } catch (error) {
    await settle(deps, runId, error, claimed.attempt >= maxAttempts);
  }
  return "done";
}

/** Undefined when the run has ended, or is gone. Of two runs of a listing the second waits. */
async function claim({ transaction, config }: SyncJobDeps, runId: string): Promise<Run | "busy" | undefined> {
  return transaction(async (tx) => {
    const waiting = await findRun(tx, runId);
    if (!waiting || waiting.finished_at !== null) return undefined;
    const isOn = await lockSync(tx, waiting.sync_id);
    if (!isOn) {
      await finishRun(tx, runId, { status: "skipped", error: "Sync was turned off." });
      return undefined;
    }
    if (await isListingBusy(tx, waiting)) return "busy";
    // Counted here and not by the queue, which counts anew when a run had to wait for another one.
    await startRun(tx, runId, {
      attempt: waiting.attempt + 1,
      leaseSeconds: config.gitCloneTimeout + LEASE_MARGIN_SECONDS,
    });
    return findRun(tx, runId);
  });
}

async function sync(deps: SyncJobDeps, run: Run): Promise<void> {
  const { db, repositories } = deps;
  const listing = await findSync(db, run.sync_id);
  if (!listing) throw skipped("Sync was turned off.");
  const url = await requireSource(deps, listing);
  const ref = refOf(run, listing);
  const commit = await repositories.analyze({ url, ref, usesToken: true });
  await publishRun(deps, run, { url, ref, commit });
}

/** Before anything is fetched: a publisher who has lost access makes the server fetch nothing. */
async function requireSource({ db }: SyncJobDeps, listing: ListingSync): Promise<string> {
  const publisher = await findPublisher(db, listing, listing.item_id);
  if (!publisher) throw failed(LOST_ACCESS);
  if (publisher.item.is_archived) throw skipped("The MCP server is archived.");
  const url = await approvedRepository(db, listing.item_id);
  if (url === undefined) throw failed("The MCP server has no approved version with a git repository URL.");
  return url;
}

async function settle({ db }: SyncJobDeps, runId: string, error: unknown, isLast: boolean): Promise<void> {
  if (error instanceof SyncStopped) return finishRun(db, runId, { status: error.status, error: error.message });
  const isFinal =
    error instanceof GitError ? !error.mayPass : error instanceof ServiceError || error instanceof AnalysisError;
  if (isFinal) return finishRun(db, runId, { status: "failed", error: (error as Error).message });
  // What was not expected is told in the log, which may say more than everyone should read.
  const reason = error instanceof GitError ? error.message : "The sync failed unexpectedly. See the server's log.";
  if (isLast) await finishRun(db, runId, { status: "failed", error: reason });
  else await requeueRun(db, runId, reason);
  throw error;
}
