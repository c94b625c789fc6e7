import { join } from "node:path";
import type { Secret } from "../config/index.js";
import type { Log } from "../log.js";
import { withTimeLimit } from "../time-limit.js";
import type { Analytical } from "./analytical.js";
import { openClickhouse } from "./clickhouse.js";
import { StartupError } from "../startup-error.js";
import { insertRows, readRows, type Engine } from "./engine.js";
import { migrateAnalytical } from "./migrate.js";
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
    ping: async (limitMs) => {
      const asked = engine.probe((client) => readRows(client, "SELECT 1 AS one"));
      await withTimeLimit(limitMs, `${engine.name} ping`, asked);
    },
    migrate: () => migrateAnalytical(engine),
    close: async () => {
      await writer.close();
      await engine.close();
    },
  };
}

/** Loaded only where it is used: half a gigabyte, and some machines have no build of it, which need a server then. */
async function openEmbedded(dir: string): Promise<Engine> {
  const chdb = await import("./chdb.js").catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== "CHDB_PLATFORM") throw error;
    throw new StartupError(
      `There is no embedded analytical store (chDB) for ${process.platform}-${process.arch} in node_modules. ` +
        "Run npm ci again, or set CLICKHOUSE_URL to a ClickHouse server.",
      { cause: error },
    );
  });
  return chdb.openChdb(dir);
}
