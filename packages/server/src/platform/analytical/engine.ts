import type { ClickHouseClient } from "@clickhouse/client";
import type { QueryParams } from "./analytical.js";

/** Longest time that a query may run, on either engine; a statement can ask for less in its own SETTINGS. */
export const QUERY_LIMIT_SECONDS = 30;

/** What differs between chDB and a server ends here: above it there is only SQL. */
export interface Engine {
  readonly name: "chDB" | "ClickHouse";
  read<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T>;
  write<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T>;
  /** Answers even while every other connection is busy. */
  probe<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function readRows<Row>(client: ClickHouseClient, sql: string, params: QueryParams = {}): Promise<Row[]> {
  const result = await client.query({ query: sql, query_params: { ...params }, format: "JSONEachRow" });
  return result.json<Row>();
}

/** Settings travel inside the SQL: passed beside it they would stick to an embedded connection. */
export async function insertRows(
  client: ClickHouseClient,
  insert: { readonly table: string; readonly ndjson: string; readonly token: string },
): Promise<void> {
  await client.command({
    query:
      `INSERT INTO ${insert.table} SETTINGS insert_deduplication_token = '${insert.token}', async_insert = 0, ` +
      `input_format_skip_unknown_fields = 0, date_time_input_format = 'best_effort', ` +
      `log_comment = 'writer.${insert.table}' FORMAT JSONEachRow\n${insert.ndjson}`,
  });
}
