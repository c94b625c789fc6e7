import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { inject } from "vitest";
import type { Secret } from "../src/platform/config/index.js";
import { startClickHouse } from "./clickhouse-http/start.js";
import { TEST_CREDENTIALS, clickhouseUrl } from "./clickhouse-http/credentials.js";
import { temporaryDirectory } from "./temporary.js";

export interface OwnDatabase {
  readonly clickhouseUrl: Secret;
  drop(): Promise<void>;
}

/** A database of its own in one of the engines that suites share; undefined where each suite has a native one of its own. */
export function databaseInSharedEngine(): OwnDatabase | undefined {
  const engines = inject("sharedEngines");
  const server = engines[Math.floor(Math.random() * engines.length)];
  if (server === undefined) return undefined;
  const database = `tack_test_${randomUUID().replaceAll("-", "").slice(0, 16)}`;
  return {
    clickhouseUrl: clickhouseUrl(server, database),
    drop: () => dropDatabase(server, database),
  };
}

/** A ClickHouse over HTTP with a database that does not exist yet, as an operator would name it. */
export async function clickhouseDatabase(): Promise<OwnDatabase> {
  const shared = databaseInSharedEngine();
  if (shared) return shared;
  const server = await startClickHouse({ dataDir: temporaryDirectory(), ...TEST_CREDENTIALS });
  return { clickhouseUrl: clickhouseUrl(server.url), drop: () => server.stop() };
}

async function dropDatabase(server: string, database: string): Promise<void> {
  const client = createClient({ url: server, username: TEST_CREDENTIALS.user, password: TEST_CREDENTIALS.password });
  try {
    await client.command({ query: `DROP DATABASE IF EXISTS ${database}` });
  } finally {
    await client.close();
  }
}
