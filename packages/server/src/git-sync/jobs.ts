import { Type } from "typebox";
import { job } from "../platform/jobs/index.js";
import { findAbandonedRuns, finishRun, requeueRun } from "./run-store.js";
import type { SyncJobDeps } from "./sync-job-deps.js";
import { runOnce } from "./sync-once.js";

/** Waits before the second and the third try (specification, Limits). */
const RETRY_AFTER_SECONDS = [15, 30] as const;
const MAX_ATTEMPTS = 1 + RETRY_AFTER_SECONDS.length;

/** The longest GIT_CLONE_TIMEOUT, the analysis, and a while. */
const TIMEOUT_SECONDS = 3600 + 300;

/** Another sync of the same listing is under way. */
const BUSY_WAIT_SECONDS = 3;

export const syncRepository = job({
  name: "git-sync.run",
  payload: Type.Object({ run_id: Type.String({ format: "uuid" }) }),
  retryAfterSeconds: RETRY_AFTER_SECONDS,
  timeoutSeconds: TIMEOUT_SECONDS,
  run: async (deps: SyncJobDeps, { run_id }) => {
    const outcome = await runOnce(deps, run_id, MAX_ATTEMPTS);
    if (outcome === "busy") {
      await deps.jobs.enqueue(syncRepository, { run_id }, { startAfterSeconds: BUSY_WAIT_SECONDS });
    }
  },
});

/** As long as the queue may take to notice that a process has died, and to give its job to another one. */
const TAKEN_OVER_AFTER_MS = 60_000;

/** The queue gives a job of a process that died to another one, but only so often; no run may stay unfinished without a job. */
export const takeOverAbandoned = job({
  name: "git-sync.take-over-abandoned",
  payload: Type.Object({}),
  retryAfterSeconds: [],
  timeoutSeconds: 60,
  cron: "* * * * *",
  run: async ({ db, jobs }: Pick<SyncJobDeps, "db" | "jobs">) => {
    const reason = "The server stopped during the sync.";
    for (const { id, attempt } of await findAbandonedRuns(db, new Date(Date.now() - TAKEN_OVER_AFTER_MS))) {
      if (attempt >= MAX_ATTEMPTS) await finishRun(db, id, { status: "failed", error: `${reason} Run it again.` });
      else {
        await requeueRun(db, id, reason);
        await jobs.enqueue(syncRepository, { run_id: id });
      }
    }
  },
});
