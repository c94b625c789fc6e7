// The thread that runs the engine: a statement blocks it until it is done, and the engine's own threads have their
// file operations carried out here.
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { mountDisk } from "./disk-fs.js";
import type { ChdbModule } from "./emscripten.js";
import type { Statement, StatementResult } from "../clickhouse-http/index.js";

export interface EngineThreadData {
  /** Emscripten's module. */
  readonly module: string;
  readonly dataDir: string;
  readonly config: string;
  /** Adds to the other. */
  readonly moreConfig: string;
}

/** The next one is sent when this one is answered. */
export interface ToEngineThread {
  readonly statement: Statement;
}

/** Without a result or an error it answers nothing: the engine is open, or its memory was looked at. */
export type FromEngineThread = { readonly heapBytes: number } & (
  | { readonly result: StatementResult }
  | { readonly error: string }
  | object
);

// Where the data is inside the engine, whatever the real path: a data directory may be moved.
const MOUNT_POINT = "/analytical";
// clickhouse-local's default places, and the only way to configure this build.
const CONFIG_FILE = "/config.xml";
const MORE_CONFIG = "/config.d";

const KEPT_CONNECTIONS = 8;
/** A merge in the background takes memory too. */
const LOOK_EVERY_MS = 5000;
const prepared = new Map<string, bigint>();

const { module: moduleUrl, dataDir, config, moreConfig } = workerData as EngineThreadData;
const { default: load } = (await import(moduleUrl)) as { default(options: object): Promise<ChdbModule> };
const chdb = await load({});
chdb.FS.writeFile(CONFIG_FILE, readFileSync(config));
chdb.FS.mkdirTree(MORE_CONFIG);
chdb.FS.writeFile(`${MORE_CONFIG}/wasm.xml`, readFileSync(moreConfig));
mountDisk(chdb.FS, { directory: dataDir, mountPoint: MOUNT_POINT });
// Kept open because the engine, its background merges included, stops with the last connection.
connect();

function connect(): bigint {
  const connection = withText(MOUNT_POINT, (path) => chdb._chdb_wasm_connect(path));
  if (connection === 0n) throw new Error(`the engine cannot open ${dataDir}`);
  return connection;
}

/**
 * Settings and the current database stick to a connection, and opening one takes longer than most queries: one that
 * was prepared alike is used again, unless what ran on it may have changed it.
 */
function run({ preamble, params, sql, format }: Statement): StatementResult {
  const key = preamble.join("\n");
  const connection = prepared.get(key) ?? prepare(preamble);
  prepared.delete(key);
  try {
    for (const step of params) query(connection, step, format);
    return query(connection, sql, format);
  } finally {
    if (/^\s*(select|with|insert)\s/i.test(sql)) keep(key, connection);
    else chdb._chdb_wasm_close_conn(connection);
  }
}

function prepare(preamble: readonly string[]): bigint {
  const connection = connect();
  try {
    for (const step of preamble) query(connection, step, "Null");
    return connection;
  } catch (error) {
    chdb._chdb_wasm_close_conn(connection);
    throw error;
  }
}

/** The least recently used goes when there are too many. */
function keep(key: string, connection: bigint): void {
  prepared.set(key, connection);
  const [oldest] = prepared;
  if (prepared.size <= KEPT_CONNECTIONS || !oldest) return;
  prepared.delete(oldest[0]);
  chdb._chdb_wasm_close_conn(oldest[1]);
}

function query(connection: bigint, sql: string, format: string): StatementResult {
  const result = withText(sql, (statement) =>
    withText(format, (name) => chdb._chdb_wasm_query_conn(connection, statement, name)),
  );
  if (result === 0n) throw new Error("the engine returned no result");
  try {
    const error = chdb._chdb_wasm_result_error(result);
    if (error !== 0n) throw new Error(chdb.UTF8ToString(Number(error)));
    const start = Number(chdb._chdb_wasm_result_buffer(result));
    const length = Number(chdb._chdb_wasm_result_length(result));
    return {
      // Copied: the engine reuses its memory.
      bytes: memory().slice(start, start + length),
      rows: Number(chdb._chdb_wasm_result_rows_read(result)),
      bytesRead: Number(chdb._chdb_wasm_result_bytes_read(result)),
      seconds: chdb._chdb_wasm_result_elapsed(result),
    };
  } finally {
    chdb._chdb_wasm_free_result(result);
  }
}

/** On the heap: an insert may be larger than the engine's stack. */
function withText<T>(text: string, work: (address: bigint) => T): T {
  const bytes = Buffer.from(`${text}\0`, "utf8");
  const address = chdb._malloc(bytes.length);
  if (address === 0) throw new Error("the engine is out of memory for the statement");
  try {
    memory().set(bytes, address);
    return work(BigInt(address));
  } finally {
    chdb._free(address);
  }
}

/** Another thread of the engine may have made the memory larger than what this thread has seen of it. */
function memory(): Uint8Array {
  chdb.getValue(0, "i8");
  return chdb.HEAPU8;
}

function answer(message: FromEngineThread): void {
  parentPort?.postMessage(message);
}

parentPort?.on("message", ({ statement }: ToEngineThread) => {
  try {
    answer({ result: run(statement), heapBytes: memory().length });
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error), heapBytes: memory().length });
  }
});
const tellMemory = (): void => answer({ heapBytes: memory().length });
tellMemory();
setInterval(tellMemory, LOOK_EVERY_MS).unref();
