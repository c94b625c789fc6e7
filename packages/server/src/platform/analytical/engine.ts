import { ClickHouseLogLevel, type ClickHouseClient } from "@clickhouse/client";

export type QueryParams = Readonly<Record<string, unknown>>;

/** Longest time that a query may run, on either engine; a statement can ask for less in its own SETTINGS. */
export const QUERY_LIMIT_SECONDS = 30;

/** The client would write errors to the console by itself, including rows; the caller logs the error instead. */
export const SILENT = { level: ClickHouseLogLevel.OFF } as const;

/** What differs between chDB and a server ends here: above it there is only SQL. */
export interface Engine {
  readonly name: "chDB" | "ClickHouse";
  read<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T>;
  write<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T>;
  /** Answers even while every other connection is busy; rejects when the engine does not work. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export async function readRows<Row>(client: ClickHouseClient, sql: string, params: QueryParams = {}): Promise<Row[]> {
  const result = await client.query({ query: sql, query_params: { ...params }, format: "JSONEachRow" });
  return result.json<Row>();
}

export async function pingByQuery(client: ClickHouseClient): Promise<void> {
  await readRows(client, "SELECT 1 AS one");
}

export interface RowBatch {
  readonly table: string;
  /** One JSON object per line. */
  readonly ndjson: string;
  /** By which the engine recognises a batch that it has stored already. */
  readonly token: string;
}

export async function insertRows(client: ClickHouseClient, batch: RowBatch): Promise<void> {
  try {
    await client.command({ query: insertStatement(batch) });
  } catch (error) {
    throw withoutRows(batch.table, error);
  }
}

/** Settings travel inside the SQL: passed beside it they would stick to an embedded connection. */
function insertStatement({ table, ndjson, token }: RowBatch): string {
  return (
    `INSERT INTO ${table} SETTINGS insert_deduplication_token = '${token}', async_insert = 0, ` +
    `input_format_skip_unknown_fields = 0, date_time_input_format = 'best_effort', ` +
    `log_comment = 'writer.${table}' FORMAT JSONEachRow\n${ndjson}`
  );
}

/** A refused insert quotes the row that it could not read. What people wrote stays out of logs and answers. */
function withoutRows(table: string, error: unknown): unknown {
  const { code, type } = error as { code?: unknown; type?: unknown };
  if (typeof code !== "string" || typeof type !== "string") return error;
  return Object.assign(new Error(`The analytical store refused rows for ${table}: ${type} (${code})`), { code, type });
}
