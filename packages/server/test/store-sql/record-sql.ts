import type { Pool, PoolClient, QueryResult } from "pg";
import type { Analytical } from "../../src/platform/analytical/index.js";
import { createRelational, type Relational } from "../../src/platform/relational/relational.js";
import type { Tx } from "../../src/platform/relational/tx.js";
import type { PlanNode } from "./query-plan.js";

export interface Statement {
  readonly sql: string;
  /** How PostgreSQL would find the rows, for statements that look for some. */
  readonly plan: PlanNode | undefined;
}

/** What store functions are called with: the real stores, and everything sent to them is recorded. */
export interface RecordedStores {
  /** Stands for the pool as well as for a transaction, because all that it runs is in one. */
  readonly db: Relational & Tx;
  readonly analytical: Analytical;
}

export type StoreCall = (at: RecordedStores) => Promise<unknown>;

/**
 * Runs a call for real, so that what a store's `Tables` say about names fails here if the migrations say otherwise. What it
 * wrote to the relational store is taken back; the analytical one keeps its rows.
 */
export async function recordSql(
  { relational, analytical }: { readonly relational: Relational; readonly analytical: Analytical },
  call: StoreCall,
): Promise<Statement[]> {
  const sent: Statement[] = [];
  const client = await relational.pool.connect();
  try {
    await client.query("BEGIN");
    const pool = recordingPool(client, sent);
    const db = createRelational(relational.engine, pool, async () => undefined) as Relational & Tx;
    await call({ db, analytical: recordingAnalytical(analytical, sent) });
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
  return sent;
}

/** A store's own transaction is a part of ours: its commit must not be ours. */
const NESTED: Readonly<Record<string, string>> = {
  begin: "SAVEPOINT nested",
  commit: "RELEASE SAVEPOINT nested",
  rollback: "ROLLBACK TO SAVEPOINT nested",
};

function recordingPool(client: PoolClient, sent: Statement[]): Pool {
  const query = async (sql: string, values: unknown[]): Promise<QueryResult> => {
    sent.push({ sql, plan: await planOf(client, sql, values) });
    return client.query(NESTED[sql] ?? sql, values);
  };
  const recording = { query, release: () => undefined };
  const queryPrepared = ({ text, values }: { text: string; values: unknown[] }): Promise<QueryResult> =>
    query(text, values);
  // All of a pool that Kysely and prepared statements use.
  return { connect: async () => recording, query: queryPrepared } as unknown as Pool;
}

/** With the values, as `pg` has it planned: hardly a statement has a name, by which it would be planned for values to come. */
async function planOf(client: PoolClient, sql: string, values: unknown[]): Promise<PlanNode | undefined> {
  if (!/^(with|select|update|delete)\b/i.test(sql)) return undefined;
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(`EXPLAIN (FORMAT JSON) ${sql}`, values);
  return rows[0]?.["QUERY PLAN"][0].Plan;
}

function recordingAnalytical(analytical: Analytical, sent: Statement[]): Analytical {
  const record = (sql: string): void => void sent.push({ sql, plan: undefined });
  return {
    ...analytical,
    query: (sql, params) => {
      record(sql);
      return analytical.query(sql, params);
    },
    command: (sql, params) => {
      record(sql);
      return analytical.command(sql, params);
    },
    writer: {
      ...analytical.writer,
      append: (table, rows) => {
        // The writer adds settings and a token of its own; what the store decides is the table and its columns.
        record(`INSERT INTO ${table} (${Object.keys(rows[0] ?? {}).join(", ")}) FORMAT JSONEachRow`);
        return analytical.writer.append(table, rows);
      },
    },
  };
}
