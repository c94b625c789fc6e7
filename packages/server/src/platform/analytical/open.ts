import { join } from "node:path";
import type { Secret } from "../config/index.js";
import type { Log } from "../log.js";
import { withTimeLimit } from "../time-limit.js";
import type { Analytical } from "./analytical.js";
import { openClickhouse } from "./clickhouse.js";
import { insertRows, readRows, type Engine } from "./engine.js";
import { migrateAnalytical } from "./migrate.js";
import { hasNativeChdb } from "./wasm/installed.js";
import { openChdbWasm } from "./wasm/open.js";
import { createWriter } from "./writer.js";

export interface OpenAnalytical {
  readonly clickhouseUrl: Secret | null;
  readonly dataDir: string;
  readonly log: Log;
  /** Why nothing can be written now, or null. */
  readonly refusal: () => string | null;
}

/** The one place that knows which engine it opened. */
export async function openAnalytical(options: OpenAnalytical): Promise<Analytical & { migrate(): Promise<void> }> {
  const engine: Engine = options.clickhouseUrl
    ? await openClickhouse(options.clickhouseUrl)
    : await openEmbedded(join(options.dataDir, "analytical"));
  const writer = createWriter({
    insert: (batch) => engine.write((client) => insertRows(client, batch)),
    log: options.log,
    refusal: options.refusal,
  });
  return {
    engine: engine.name,
    query: (sql, params) => engine.read((client) => readRows(client, sql, params)),
    command: async (sql, params = {}) => {
      await engine.write((client) => client.command({ query: sql, query_params: { ...params } }));
    },
    writer,
    ping: (limitMs) => withTimeLimit(limitMs, `${engine.name} ping`, engine.ping()),
    migrate: () => migrateAnalytical(engine),
    close: async () => {
      await writer.close();
      await engine.close();
    },
  };
}

/** Loaded only where it is used, half a gigabyte; where there is no build of it, the same engine as WebAssembly. */
async function openEmbedded(dir: string): Promise<Engine> {
  if (!hasNativeChdb()) return openChdbWasm(dir);
  const { openChdb } = await import("./chdb.js");
  return openChdb(dir);
}
