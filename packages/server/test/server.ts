import type { FastifyInstance } from "fastify";
import { buildApp, type AppExtras } from "../src/app.js";
import { readConfig, type Config } from "../src/platform/config/index.js";
import { openPlatform, type Platform } from "../src/platform/platform.js";
import { recordedLog, type RecordedLog } from "./quiet-log.js";
import { embedded, largest, type ServerSize } from "./sizes.js";
import { clickhouseDatabase } from "./shared-engine.js";
import { initialisedDirectory } from "./temporary.js";

export interface TestServer extends RecordedLog {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  close(): Promise<void>;
}

/** Tests share an address, and at scale the counters of one Redis: only a test of limits wants them low. */
const NO_LIMITS = { RATE_LIMIT_AUTH: "100000/minute", RATE_LIMIT_AUTH_STRICT: "100000/minute" };

/** Tests count what they have made. */
const EMPTY = { STARTER_SKILL: "false" };

function testConfig(env: Record<string, string> = {}): Config {
  const read = readConfig({
    env: { DATA_DIR: initialisedDirectory(), ...NO_LIMITS, ...EMPTY, ...env },
    keysBesideData: true,
  });
  if (!read.ok) throw new Error(read.problems.join("\n"));
  return read.config;
}

export interface TestServerOptions {
  readonly env?: Record<string, string>;
  readonly extras?: AppExtras;
  /** On which stores. If not said: the embedded ones where `env` names some of its own, and otherwise the largest size. */
  readonly on?: ServerSize;
}

/** The real service on real stores. */
export async function startTestServer({ extras = {}, ...options }: TestServerOptions = {}): Promise<TestServer> {
  const opened = await openTestPlatform(options);
  const app = await buildApp(opened.platform, extras).catch(async (error: unknown) => {
    await opened.close();
    throw error;
  });
  await app.ready();
  return {
    ...opened,
    app,
    close: async () => {
      await app.close();
      await opened.close();
    },
  };
}

let isChdbOpen = false;

/** A process can open one native chDB: a second server in it shares an engine over HTTP. */
function engineFor(env: Readonly<Record<string, string>>): { env: Record<string, string>; release(): Promise<void> } {
  if (env["CLICKHOUSE_URL"] !== undefined) return { env: {}, release: async () => undefined };
  if (isChdbOpen) {
    const shared = clickhouseDatabase();
    return { env: { CLICKHOUSE_URL: shared.clickhouseUrl.reveal() }, release: shared.drop };
  }
  isChdbOpen = true;
  return {
    env: {},
    release: async () => {
      isChdbOpen = false;
    },
  };
}

const STORES = ["DATA_DIR", "DATABASE_URL", "CLICKHOUSE_URL", "REDIS_URL"];
const sizeFor = (env: Readonly<Record<string, string>>): ServerSize =>
  STORES.some((name) => name in env) ? embedded : largest;

/** What the service stands on, without the service. */
export async function openTestPlatform({
  env = {},
  on = sizeFor(env),
}: Omit<TestServerOptions, "extras"> = {}): Promise<Omit<TestServer, "app">> {
  const { log, lines } = recordedLog();
  const stores = await on.start();
  const analytical = engineFor({ ...stores.env, ...env });
  const stop = async (): Promise<void> => {
    await analytical.release();
    await stores.stop();
  };
  const config = testConfig({ ...stores.env, ...env, ...analytical.env });
  const platform = await openPlatform(config, log).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const close = async (): Promise<void> => {
    await platform.close();
    await stop();
  };
  return { platform, log, lines, close };
}
