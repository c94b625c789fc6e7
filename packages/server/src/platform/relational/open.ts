import { join } from "node:path";
import pg from "pg";
import type { Secret } from "../config/index.js";
import type { Log } from "../log.js";
import { StartupError, unusable } from "../startup-error.js";
import { startPglite } from "./pglite/host.js";
import { createRelational, type Relational } from "./relational.js";

const OLDEST_POSTGRES = 15;

const TIDY_EVERY_MS = 60 * 60 * 1000;

export interface OpenRelational {
  readonly databaseUrl: Secret | null;
  readonly dataDir: string;
  readonly log: Log;
}

/** The one place that knows which engine it opened. */
export function openRelational(options: OpenRelational): Promise<Relational> {
  return options.databaseUrl ? openPostgres(options.databaseUrl, options.log) : openPglite(options);
}

async function openPostgres(url: Secret, log: Log): Promise<Relational> {
  const pool = new pg.Pool({
    connectionString: url.reveal(),
    application_name: "tackroom",
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  });
  const store = createRelational("PostgreSQL", tolerant(pool, log), () => Promise.resolve());
  try {
    await checkVersion(pool);
  } catch (error) {
    await store.close();
    throw error instanceof StartupError ? error : unusable("PostgreSQL", "DATABASE_URL", error);
  }
  return store;
}

async function checkVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string }>("SHOW server_version_num");
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (major >= OLDEST_POSTGRES) return;
  throw new StartupError(
    `PostgreSQL ${major} is not supported: Tackroom requires PostgreSQL ${OLDEST_POSTGRES} or newer. Check DATABASE_URL.`,
  );
}

async function openPglite({ dataDir, log }: OpenRelational): Promise<Relational> {
  const host = await startPglite(join(dataDir, "relational"), log);
  const pool = new pg.Pool({
    host: host.socketDir,
    user: "postgres",
    database: "postgres",
    // All connections share one backend session. With a second one, the messages of two queries mix as soon as a
    // parameter is larger than a socket chunk: one binds its values to the other's statement.
    max: 1,
    // A new connection would find the session of the one before it, with all the statements that were prepared there.
    idleTimeoutMillis: 0,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, though its types do not say so
    onConnect: (client) => client.query("DEALLOCATE ALL"),
    connectionTimeoutMillis: 15_000,
  });
  const tidying = setInterval(() => void tidy(pool, log), TIDY_EVERY_MS);
  tidying.unref();
  return createRelational("PGlite", tolerant(pool, log), () => {
    clearInterval(tidying);
    return host.close();
  });
}

/**
 * PGlite has no autovacuum: without this, dead rows pile up and the planner never learns the size of a table. Table by
 * table, because everyone else waits while one is done.
 */
export async function tidy(pool: pg.Pool, log: Log): Promise<void> {
  try {
    const { rows } = await pool.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables ORDER BY 1",
    );
    for (const { name } of rows) await pool.query(`VACUUM (ANALYZE) ${name}`);
  } catch (error) {
    log.warn({ err: error }, "the hourly VACUUM of the embedded relational store failed");
  }
}

/**
 * A server that goes away must not take the process with it. A client that is lost while someone uses it fails that
 * query, but it also emits an error, which ends the process unless someone listens; an idle one only does the latter.
 */
function tolerant(pool: pg.Pool, log: Log): pg.Pool {
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool.on("error", (error) => {
    if (!pool.ending) log.warn({ err: error }, "an idle connection to the relational store was lost");
  });
}
