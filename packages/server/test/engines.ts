import { randomUUID } from "node:crypto";
import { Secret } from "../src/platform/config/index.js";
import { administer, databaseAt } from "./postgres.js";
import { clickhouseDatabase } from "./shared-engine.js";
import { temporaryDirectory } from "./temporary.js";

/** Names as they appear in suite titles; the reporter counts what ran on each. */
export type EngineName = "PGlite" | "PostgreSQL" | "chDB" | "ClickHouse over HTTP" | "in-process bus" | "Redis";

/** A suite whose title says `(embedded)` or `(at scale)` runs on all engines of that size. */
export type SizeName = "embedded" | "at scale";

export const onEngine = (engine: EngineName): string => `on ${engine}`;

const TEST_DATABASE_URL = process.env["TEST_DATABASE_URL"] || undefined;
export const TEST_REDIS_URL = process.env["TEST_REDIS_URL"] || undefined;

export interface RelationalChoice {
  readonly engine: "PGlite" | "PostgreSQL";
  /** A database of its own: on PostgreSQL empty, or a copy; none (a directory decides) on PGlite. */
  create(copyOf?: string): Promise<{ databaseUrl: Secret | null; drop(): Promise<void> }>;
}

/** PGlite always; PostgreSQL only when someone has named a server for tests. */
export const relationalChoices: readonly RelationalChoice[] = [
  { engine: "PGlite", create: async () => ({ databaseUrl: null, drop: async () => undefined }) },
  ...(TEST_DATABASE_URL
    ? [{ engine: "PostgreSQL" as const, create: (copyOf?: string) => createDatabase(TEST_DATABASE_URL, copyOf) }]
    : []),
];

async function createDatabase(
  server: string,
  copyOf = "template1",
): Promise<{ databaseUrl: Secret; drop(): Promise<void> }> {
  const name = `tack_test_${randomUUID().replaceAll("-", "").slice(0, 16)}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${copyOf}`);
  return {
    databaseUrl: new Secret(databaseAt(server, name)),
    drop: () => administer(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

export interface RunningAnalytical {
  readonly options: { readonly clickhouseUrl: Secret | null; readonly dataDir: string };
  stop(): Promise<void>;
}

export interface AnalyticalChoice {
  readonly engine: "chDB" | "ClickHouse over HTTP";
  create(): Promise<RunningAnalytical>;
}

export const analyticalChoices: readonly AnalyticalChoice[] = [
  {
    engine: "chDB",
    create: async () => ({
      options: { clickhouseUrl: null, dataDir: temporaryDirectory() },
      stop: async () => undefined,
    }),
  },
  {
    engine: "ClickHouse over HTTP",
    create: async () => {
      const { clickhouseUrl, drop } = clickhouseDatabase();
      return { options: { clickhouseUrl, dataDir: "" }, stop: drop };
    },
  },
];
