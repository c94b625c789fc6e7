import { AsyncLocalStorage } from "node:async_hooks";
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import type { Pool } from "pg";
import { withTimeLimit } from "../time-limit.js";
import { isTransactionConflict } from "../unavailable.js";
import type { Db, Tx } from "./tx.js";

export interface Relational extends Db {
  readonly engine: "PGlite" | "PostgreSQL";
  readonly pool: Pool;
  /**
   * Commits when `work` returns, rolls back when it throws. Keep it short: on PGlite everyone else waits. When PostgreSQL
   * cancels the transaction in favour of another, `work` runs once more, so what it does besides must bear repetition.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  ping(limitMs: number): Promise<void>;
  close(): Promise<void>;
}

/** The store whose transaction the present code runs in. */
const inTransactionOf = new AsyncLocalStorage<Db>();

/** Gives a store its typed view, on the pool or inside a transaction: `queries<Tables>(at)`. */
export function queries<Tables>(at: Db): Kysely<Tables> {
  const found = handles.get(at);
  if (!found) throw new Error("not a relational store handle");
  refuseInsideTransaction(at);
  return found as unknown as Kysely<Tables>;
}

/** It would wait for a second connection, which PGlite does not have, and see nothing of what the transaction wrote. */
function refuseInsideTransaction(at: Db): void {
  if (inTransactionOf.getStore() === at) throw new Error("inside a transaction, pass the transaction to the store");
}

/**
 * For the few statements that come with most requests: the database keeps their plan, which often takes longer to make than
 * to carry out. Their texts must be few, because no connection forgets one.
 */
export async function runPrepared<Row>(db: Db, query: CompiledQuery<Row>): Promise<Row[]> {
  if (!isRelational(db)) return (await queries(db).executeQuery(query)).rows;
  refuseInsideTransaction(db);
  const { sql: text, parameters } = query;
  const { rows } = await db.pool.query({ name: nameOf(text), text, values: [...parameters] });
  return rows as Row[];
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `tackroom_${names.size}`;
  names.set(text, name);
  return name;
}

const isRelational = (db: Db): db is Relational => "pool" in db;

export interface SqlResult {
  readonly rows: unknown[];
}

/** SQL that a library brings along; without values it may be several statements, whose rows come back together. */
export async function runSql(at: Relational | Tx, text: string, values: unknown[]): Promise<SqlResult> {
  if (!isRelational(at)) return queries(at).executeQuery(CompiledQuery.raw(text, values));
  refuseInsideTransaction(at);
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
  const runOnce = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    inTransactionOf.run(relational, () => db.transaction().execute((trx) => work(asTx(trx))));
  const relational: Relational = {
    engine,
    pool,
    transaction: (work) =>
      runOnce(work).catch((error: unknown) => {
        if (!isTransactionConflict(error)) throw error;
        return runOnce(work);
      }),
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
