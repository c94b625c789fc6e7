import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { createCluster } from "./create-cluster.js";
import { DurableNodeFs } from "./durable-fs.js";
import { startParams } from "./start-params.js";

export interface PgliteWorkerData {
  /** Making a cluster takes hundreds of megabytes, which only the end of a thread gives back. */
  readonly task: "create" | "serve";
  readonly dir: string;
  readonly socketPath: string;
}

export type FromPgliteWorker = { readonly kind: "ready" } | { readonly kind: "stderr"; readonly text: string };

const { task, dir, socketPath } = workerData as PgliteWorkerData;
const tell = (message: FromPgliteWorker): void => parentPort?.postMessage(message);

/** PGlite would keep the event loop busy for as long as a query runs; in its own thread it stalls nobody. */
async function serve(): Promise<void> {
  const database = await PGlite.create({
    fs: new DurableNodeFs(dir),
    startParams: startParams(),
    extensions: { pg_trgm },
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

await (task === "create" ? createCluster(dir) : serve());
