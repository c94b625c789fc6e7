import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Log } from "../../log.js";
import { withTimeLimit } from "../../time-limit.js";
import { hasCluster } from "./cluster-version.js";
import type { FromPgliteWorker, PgliteWorkerData } from "./worker.js";

export interface PgliteHost {
  /** What `pg` takes as `host`: the directory of the engine's socket. */
  readonly socketDir: string;
  close(): Promise<void>;
}

const RESTART_WAITS_MS = [200, 1000, 5000];
const STOP_LIMIT_MS = 10_000;

/** Runs PGlite in a thread of its own behind a private socket, and starts it again if it dies. */
export async function startPglite(dir: string, log: Log): Promise<PgliteHost> {
  // PGlite's socket asks for no password: the directory's mode 0700 is what keeps others out.
  const socketDir = mkdtempSync(join(tmpdir(), "tack-pg-"));
  const data: PgliteWorkerData = { task: "serve", dir, socketPath: join(socketDir, ".s.PGSQL.5432") };
  let closing = false;
  let worker: Worker;

  const keepRunning = async (): Promise<void> => {
    for (let failures = 0; !closing;) {
      await sleep(RESTART_WAITS_MS[Math.min(failures, RESTART_WAITS_MS.length - 1)]);
      if (closing) return;
      try {
        worker = await start();
        // The service may have been closed in the meantime.
        if (closing) return await stopWorker(worker, log);
        log.info("the embedded relational store has been restarted");
        return;
      } catch (error) {
        failures += 1;
        log.error({ err: error }, "the embedded relational store failed to start; retrying");
      }
    }
  };

  const start = async (): Promise<Worker> => {
    rmSync(data.socketPath, { force: true });
    const started = await startWorker(data, log);
    started.once("exit", (code) => {
      if (closing) return;
      log.error({ code }, "the embedded relational store exited; restarting it");
      void keepRunning();
    });
    return started;
  };

  try {
    if (!hasCluster(dir)) await create({ ...data, task: "create" }, log);
    worker = await start();
  } catch (error) {
    rmSync(socketDir, { recursive: true, force: true });
    throw error;
  }
  return {
    socketDir,
    async close() {
      closing = true;
      await stopWorker(worker, log);
      rmSync(socketDir, { recursive: true, force: true });
    },
  };
}

/** Resolves when the cluster is there. */
function create(workerData: PgliteWorkerData, log: Log): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = createWorker(workerData, log, reject);
    worker.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`the database cluster could not be created (exit code ${code})`)),
    );
  });
}

/** Resolves when the engine takes connections. */
function startWorker(workerData: PgliteWorkerData, log: Log): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = createWorker(workerData, log, reject);
    worker.on("message", ({ kind }: FromPgliteWorker) => kind === "ready" && resolve(worker));
    worker.once("exit", (code) => reject(new Error(`PGlite exited during startup (exit code ${code})`)));
  });
}

function createWorker(workerData: PgliteWorkerData, log: Log, fail: (error: Error) => void): Worker {
  const worker = new Worker(workerFile(), { workerData, name: "pglite" });
  worker.on("error", (error) => {
    log.error({ err: error }, "the embedded relational store failed");
    fail(error);
  });
  return worker.on("message", (message: FromPgliteWorker) => {
    if (message.kind === "stderr") logEngineLine(log, message.text.trim());
  });
}

/** PostgreSQL writes what it does to the same place as what goes wrong. */
function logEngineLine(log: Log, text: string): void {
  const routine = /^pglitec: | (LOG|DEBUG\d?|INFO|NOTICE|HINT|DETAIL|STATEMENT): /.test(text);
  log[routine ? "debug" : "warn"]({ engine: "PGlite" }, text);
}

async function stopWorker(worker: Worker, log: Log): Promise<void> {
  if (worker.threadId === -1) return;
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  worker.postMessage("stop");
  try {
    await withTimeLimit(STOP_LIMIT_MS, "stopping PGlite", exited);
  } catch (error) {
    log.warn(
      { err: error },
      "PGlite was terminated without a final checkpoint; the next start will recover from its log",
    );
    await worker.terminate();
  }
}

/** Tests run from the sources, but a thread can only be started from compiled code. */
function workerFile(): URL {
  const here = import.meta.url;
  return here.endsWith(".ts")
    ? new URL("../../../../dist/platform/relational/pglite/worker.js", here)
    : new URL("./worker.js", here);
}
