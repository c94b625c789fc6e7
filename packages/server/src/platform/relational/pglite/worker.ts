import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { prepareCluster } from "./create-cluster.js";
import { DurableNodeFs, durableStartParams } from "./durable-fs.js";
import { StartupError } from "../../startup-error.js";

export interface PgliteWorkerData {
  readonly dir: string;
  readonly socketPath: string;
}

export type FromPgliteWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "stderr"; readonly text: string };

const { dir, socketPath } = workerData as PgliteWorkerData;
const tell = (message: FromPgliteWorker): void => parentPort?.postMessage(message);

/** PGlite would keep the event loop busy for as long as a query runs; in its own thread it stalls nobody. */
async function serve(): Promise<void> {
  await prepareCluster(dir);
  const database = await PGlite.create({
    fs: new DurableNodeFs(dir),
    startParams: durableStartParams(PGlite.defaultStartParams),
    onStderr: (text) => {
      tell({ kind: "stderr", text });
      // After a PANIC (no room for the WAL, say) PostgreSQL means to be gone, but PGlite goes on with whatever state is
      // left, and then serves and writes what was never committed.
      if (/\bPANIC: |^Aborted\(/.test(text)) process.exit(1);
      return true;
    },
  });
  dieWithTheEngine(database);
  const server = new PGLiteSocketServer({ db: database, path: socketPath, maxConnections: 4 });
  await server.start();
  parentPort?.once("message", () => void stop(server, database));
  tell({ kind: "ready" });
}

/** SQL errors come back as protocol messages; what is thrown here is the engine itself, which is not to be trusted now. */
function dieWithTheEngine(database: PGlite): void {
  const run = database.execProtocolRawStream.bind(database);
  database.execProtocolRawStream = async (...args) => {
    try {
      await run(...args);
    } catch (error) {
      tell({ kind: "stderr", text: `PANIC: the engine stopped: ${String(error)}` });
      process.exit(1);
    }
  };
}

async function stop(server: PGLiteSocketServer, database: PGlite): Promise<void> {
  await server.stop();
  await database.exec("CHECKPOINT");
  await database.close();
  process.exit(0);
}

try {
  await serve();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  tell({ kind: "refused", reason: error.message });
}
