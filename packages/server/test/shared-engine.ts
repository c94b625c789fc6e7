import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { inject } from "vitest";
import type { Secret } from "../src/platform/config/index.js";
import { TEST_CREDENTIALS, clickhouseUrl } from "./clickhouse-http/credentials.js";

export interface OwnDatabase {
  readonly clickhouseUrl: Secret;
  drop(): Promise<void>;
}

/** A ClickHouse over HTTP with a database that does not exist yet, as an operator would name it, in an engine that suites share. */
export function clickhouseDatabase(): OwnDatabase {
  const engines = inject("sharedEngines");
  const server = engines[Math.floor(Math.random() * engines.length)];
  if (server === undefined) throw new Error("no engine was started for suites to share");
  const database = `tack_test_${randomUUID().replaceAll("-", "").slice(0, 16)}`;
  return { clickhouseUrl: clickhouseUrl(server, database), drop: () => dropDatabase(server, database) };
}

async function dropDatabase(server: string, database: string): Promise<void> {
  const client = createClient({ url: server, username: TEST_CREDENTIALS.user, password: TEST_CREDENTIALS.password });
  try {
    await client.command({ query: `DROP DATABASE IF EXISTS ${database}` });
  } finally {
    await client.close();
  }
}
