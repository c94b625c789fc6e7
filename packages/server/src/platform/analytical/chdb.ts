import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createClient, type ClickHouseClient } from "@clickhouse/client";
import { Session, drainPending } from "chdb";
import { createChdbConnection } from "chdb/connection";
import { StartupError } from "../startup-error.js";
import { pingByQuery, QUERY_LIMIT_SECONDS, SILENT, type Engine } from "./engine.js";

const CONFIG = new URL("../../../assets/chdb-config.xml", import.meta.url);

/**
 * Queries of one embedded connection run one after another, so each kind of work gets connections of its own: a long
 * report must not hold up an insert, and neither may hold up the health check.
 */
export async function openChdb(dir: string): Promise<Engine> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  // The first session of the process configures the engine; the connections below join it.
  const session = openSession(dir);
  const connect = (): ClickHouseClient => createClient({ connection: chdbConnection(dir), log: SILENT });
  const [reader, otherReader, writer, prober] = [connect(), connect(), connect(), connect()];
  const clients = [reader, otherReader, writer, prober];
  for (const client of clients) await bound(client);

  return {
    name: "chDB",
    read: takeTurns(reader, otherReader),
    write: (work) => work(writer),
    ping: () => pingByQuery(prober),
    close: async () => {
      for (const client of clients) await client.close();
      session.close();
      await drainPending();
    },
  };
}

/** The reader with fewer queries waiting gets the next one. */
function takeTurns(one: ClickHouseClient, other: ClickHouseClient): Engine["read"] {
  const waiting = new Map([
    [one, 0],
    [other, 0],
  ]);
  const count = (client: ClickHouseClient, change: number): number => {
    const now = (waiting.get(client) ?? 0) + change;
    waiting.set(client, now);
    return now;
  };
  return async (work) => {
    const client = count(other, 0) < count(one, 0) ? other : one;
    count(client, 1);
    try {
      return await work(client);
    } finally {
      count(client, -1);
    }
  };
}

/** Same interface, declared by two copies of the client's types that TypeScript takes for different ones. */
function chdbConnection(path: string): Connection {
  return createChdbConnection({ path }) as unknown as Connection;
}

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>["connection"]>;

function openSession(dir: string): Session {
  try {
    return new Session(dir, { connectionArgs: [`--config-file=${fileURLToPath(CONFIG)}`] });
  } catch (error) {
    if (!/Cannot lock file/.test(String(error))) throw error;
    throw new StartupError(`The analytical store in ${dir} is in use by another process. Stop that process first.`, {
      cause: error,
    });
  }
}

/** An embedded query cannot be cancelled from outside; the engine has to give up on its own. */
async function bound(client: ClickHouseClient): Promise<void> {
  await client.command({ query: `SET max_execution_time = ${QUERY_LIMIT_SECONDS}` });
  await client.command({ query: "SET max_memory_usage = 1073741824" });
  await client.command({ query: "SET output_format_json_quote_64bit_integers = 0" });
}
