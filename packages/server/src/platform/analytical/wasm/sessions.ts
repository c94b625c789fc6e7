import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { lockDirectory, type DirectoryLock } from "../../data-directory/lock.js";
import { StartupError } from "../../startup-error.js";
import type { Sessions, Statement, StatementResult } from "../clickhouse-http/index.js";
import { QUERY_LIMIT_SECONDS } from "../engine.js";
import type { EngineThreadData, FromEngineThread, ToEngineThread } from "./engine-thread.js";
import { createStatementQueue } from "./statement-queue.js";

const asset = (name: string): string => fileURLToPath(new URL(`../../../../assets/${name}`, import.meta.url));
/** A query gives up by itself before that. */
const STUCK_AFTER_MS = (QUERY_LIMIT_SECONDS + 10) * 1000;
/** Its memory ends at 2 GiB and never shrinks, and from nine tenths of that on the engine refuses whatever needs more. */
const NEARLY_FULL_BYTES = 1.25 * 1024 ** 3;
const LOCK_TRIES = 10;
const LOCK_WAIT_MS = 200;

interface Waiting {
  readonly statement: Statement;
  resolve(result: StatementResult): void;
  reject(error: Error): void;
}

/** The engine on a directory, in a thread of its own, so that this one stays free to answer and to end the process. */
export async function openWasmSessions(dataDir: string, module: string, onNearlyFull: () => void): Promise<Sessions> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockStore(dataDir);
  const workerData: EngineThreadData = {
    module,
    dataDir,
    config: asset("chdb-config.xml"),
    moreConfig: asset("chdb-wasm-config.xml"),
  };
  const thread = new Worker(new URL("./engine-thread.js", import.meta.url), { workerData, name: "chdb" });
  const queue = createStatementQueue<Waiting>();
  let running: Waiting | undefined;
  let begun = 0;
  // The engine cannot be entered twice.
  const runNext = (): void => {
    running = queue.next();
    begun = performance.now();
    if (running) thread.postMessage({ statement: running.statement } satisfies ToEngineThread);
  };
  await once(thread, "message");
  thread.on("message", (message: FromEngineThread) => {
    if (message.heapBytes > NEARLY_FULL_BYTES) onNearlyFull();
    if (!("result" in message || "error" in message)) return;
    const ended = running;
    runNext();
    if ("error" in message) ended?.reject(new Error(message.error));
    else ended?.resolve(message.result);
  });
  thread.on("error", (error) => {
    for (; running; running = queue.next()) running.reject(error);
  });
  // Without its engine the process is useless; the parent process notices that it exited.
  let closing = false;
  thread.on("exit", () => closing || process.exit(1));

  return {
    run: (statement) =>
      new Promise((resolve, reject) => {
        queue.add({ statement, resolve, reject });
        if (!running) runNext();
      }),
    isResponsive: () => !running || performance.now() - begun < STUCK_AFTER_MS,
    async close() {
      closing = true;
      // What was acknowledged is on the disk; a merge that is broken off is begun again by the next start.
      await thread.terminate();
      await lock.release();
    },
  };
}

/** The engine's own lock does not work in WebAssembly. The process of a server that was killed takes a moment to end. */
async function lockStore(dataDir: string): Promise<DirectoryLock> {
  for (let tries = 1; ; tries++) {
    try {
      return await lockDirectory(dataDir);
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      if (tries === LOCK_TRIES) throw storeInUse(dataDir, error);
      await sleep(LOCK_WAIT_MS);
    }
  }
}

function storeInUse(dataDir: string, cause: unknown): StartupError {
  return new StartupError(`The analytical store in ${dataDir} is in use by another process. Stop that process first.`, {
    cause,
  });
}
