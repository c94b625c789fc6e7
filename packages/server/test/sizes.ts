import { inject } from "vitest";
import { hasNativeChdb } from "../src/platform/analytical/wasm/installed.js";
import { relationalChoices, TEST_REDIS_URL, type SizeName } from "./engines.js";
import { clickhouseDatabase } from "./shared-engine.js";

export interface RunningStores {
  /** What an operator would set to use them. */
  readonly env: Record<string, string>;
  stop(): Promise<void>;
}

/** The two sizes of the design. What the service does must not depend on which one it is. */
export interface ServerSize {
  readonly size: SizeName;
  readonly bus: "in_process" | "ok";
  start(): Promise<RunningStores>;
}

export const embedded: ServerSize = {
  size: "embedded",
  bus: "in_process",
  start: async () => {
    if (hasNativeChdb()) return { env: {}, stop: async () => undefined };
    const shared = clickhouseDatabase();
    return { env: { CLICKHOUSE_URL: shared.clickhouseUrl.reveal() }, stop: shared.drop };
  },
};

const postgres = relationalChoices.find(({ engine }) => engine === "PostgreSQL");

function atScale(createDatabase: NonNullable<typeof postgres>["create"], redisUrl: string): ServerSize {
  return {
    size: "at scale",
    bus: "ok",
    start: async () => {
      const database = await createDatabase(inject("postgresTemplate"));
      const clickhouse = clickhouseDatabase();
      return {
        env: {
          DATABASE_URL: database.databaseUrl?.reveal() ?? "",
          CLICKHOUSE_URL: clickhouse.clickhouseUrl.reveal(),
          REDIS_URL: redisUrl,
        },
        stop: async () => {
          await clickhouse.drop();
          await database.drop();
        },
      };
    },
  };
}

/** Embedded always; at scale when servers for tests have been named. */
export const serverSizes: readonly ServerSize[] = [
  embedded,
  ...(postgres && TEST_REDIS_URL ? [atScale(postgres.create, TEST_REDIS_URL)] : []),
];

/** For suites that ask nothing of their stores. */
export const largest: ServerSize = serverSizes.at(-1) ?? embedded;

/** What everyone has who names no servers: for suites whose subject is the same on both, beside those on the largest. */
export const smallestSize: readonly ServerSize[] = serverSizes.slice(0, 1);

/**
 * The largest there is, or all with `EVERY_SIZE=1`: for suites whose subject lies above the stores. Each store has a suite that
 * runs its statements on every engine.
 */
export const largestSize: readonly ServerSize[] = process.env["EVERY_SIZE"] === "1" ? serverSizes : [largest];
