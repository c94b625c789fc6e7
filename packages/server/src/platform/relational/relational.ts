import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import type { Pool } from "pg";
import { withTimeLimit } from "../time-limit.js";
import type { Tx } from "./tx.js";

export interface Relational {
  readonly engine: "PGlite" | "PostgreSQL";
  readonly pool: Pool;
  /** Commits when `work` returns, rolls back when it throws. Keep it short: on PGlite everyone else waits. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  ping(limitMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Gives a store its typed view, on the pool or inside a transaction: `queries<Tables>(at)`. */
export function queries<Tables>(at: Relational | Tx): Kysely<Tables> {
  const found = handles.get(at);
  if (!found) throw new Error("not a handle of the relational store");
  return found as unknown as Kysely<Tables>;
}

export interface SqlResult {
  readonly rows: unknown[];
}

/** SQL that a library brings along; without values it may be several statements, whose rows come back together. */
export async function runSql(at: Relational | Tx, text: string, values: unknown[]): Promise<SqlResult> {
  if (!("pool" in at)) return queries(at).executeQuery(CompiledQuery.raw(text, values));
  if (values.length > 0) return at.pool.query(text, values);
  const client = await at.pool.connect();
  try {
    const results = await client.query(text);
    client.release();
    return { rows: [results].flat().flatMap((result) => result.rows) };
  } catch (error) {
    // A block that failed after its BEGIN leaves the connection in an aborted transaction: nobody may get it again.
    client.release(true);
    throw error;
  }
}

const handles = new WeakMap<object, Kysely<never>>();

export function createRelational(
  engine: Relational["engine"],
  pool: Pool,
  closeEngine: () => Promise<void>,
): Relational {
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  const relational: Relational = {
    engine,
    pool,
    transaction: (work) => db.transaction().execute((trx) => work(asTx(trx))),
    ping: async (limitMs) => {
      await withTimeLimit(limitMs, `${engine} ping`, sql`SELECT 1`.execute(db));
    },
    close: async () => {
      await pool.end();
      await closeEngine();
    },
  };
  handles.set(relational, db);
  return relational;
}

function asTx(trx: Transaction<never>): Tx {
  const tx = {} as Tx;
  handles.set(tx, trx);
  return tx;
}
