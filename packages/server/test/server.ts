import type { FastifyInstance } from "fastify";
import { buildApp, type AppExtras } from "../src/app.js";
import { readConfig, type Config } from "../src/platform/config/index.js";
import { openPlatform, type Platform } from "../src/platform/platform.js";
import { recordedLog, type RecordedLog } from "./quiet-log.js";
import { embedded, type ServerSize } from "./sizes.js";
import { initialisedDirectory } from "./temporary.js";

export interface TestServer extends RecordedLog {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  close(): Promise<void>;
}

/** Tests share an address, and at scale the counters of one Redis: only a test of limits wants them low. */
const NO_LIMITS = { RATE_LIMIT_AUTH: "100000/minute", RATE_LIMIT_AUTH_STRICT: "100000/minute" };

function testConfig(env: Record<string, string> = {}): Config {
  const read = readConfig({ env: { DATA_DIR: initialisedDirectory(), ...NO_LIMITS, ...env }, keysBesideData: true });
  if (!read.ok) throw new Error(read.problems.join("\n"));
  return read.config;
}

export interface TestServerOptions {
  readonly env?: Record<string, string>;
  readonly extras?: AppExtras;
  /** On which stores; embedded ones in a directory of their own if not said. */
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

/** What the service stands on, without the service. */
export async function openTestPlatform({ env = {}, on = embedded }: Omit<TestServerOptions, "extras"> = {}): Promise<
  Omit<TestServer, "app">
> {
  const { log, lines } = recordedLog();
  const stores = await on.start();
  const platform = await openPlatform(testConfig({ ...stores.env, ...env }), log);
  const close = async (): Promise<void> => {
    await platform.close();
    await stores.stop();
  };
  return { platform, log, lines, close };
}
