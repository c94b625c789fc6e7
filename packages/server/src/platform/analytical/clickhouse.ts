import { createClient, type ClickHouseClient } from "@clickhouse/client";
import type { Secret } from "../config/index.js";
import { unusable } from "../startup-error.js";
import { pingByQuery, QUERY_LIMIT_SECONDS, SILENT, type Engine } from "./engine.js";

/** A server runs queries in parallel by itself; one client with a pool of sockets serves all kinds of work. */
export async function openClickhouse(url: Secret): Promise<Engine> {
  const address = new URL(url.reveal());
  const database = decodeURIComponent(address.pathname.slice(1)) || "default";
  address.pathname = "/";
  const client = connect(address, database);
  try {
    await createDatabase(address, database);
    await client.command({ query: "SELECT 1" });
  } catch (error) {
    await client.close();
    throw unusable("ClickHouse", "CLICKHOUSE_URL", error);
  }
  const run = <T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T> => work(client);
  return { name: "ClickHouse", read: run, write: run, ping: () => pingByQuery(client), close: () => client.close() };
}

export function connect(address: URL, database: string): ClickHouseClient {
  return createClient({
    url: address,
    database,
    application: "tackroom",
    log: SILENT,
    request_timeout: (QUERY_LIMIT_SECONDS + 5) * 1000,
    max_open_connections: 16,
    // Below the server's own keep-alive time-out (10 s by default), so that no request meets a socket being closed.
    keep_alive: { enabled: true, idle_socket_ttl: 2500 },
    clickhouse_settings: {
      max_execution_time: QUERY_LIMIT_SECONDS,
      output_format_json_quote_64bit_integers: 0,
    },
  });
}

async function createDatabase(address: URL, database: string): Promise<void> {
  if (database === "default") return;
  const client = connect(address, "default");
  try {
    await client.command({
      query: "CREATE DATABASE IF NOT EXISTS {database:Identifier}",
      query_params: { database },
    });
  } finally {
    await client.close();
  }
}
