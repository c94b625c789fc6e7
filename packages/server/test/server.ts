import type { FastifyInstance } from "fastify";
import { buildApp, type AppExtras } from "../src/app.js";
import { readConfig, type Config } from "../src/platform/config/index.js";
import { openPlatform, type Platform } from "../src/platform/platform.js";
import { recordedLog, type RecordedLog } from "./quiet-log.js";
import type { ServerSize } from "./sizes.js";
import { initialisedDirectory } from "./temporary.js";

export interface TestServer extends RecordedLog {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  close(): Promise<void>;
}

function testConfig(env: Record<string, string> = {}): Config {
  const read = readConfig({ env: { DATA_DIR: initialisedDirectory(), ...env }, keysBesideData: true });
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
export async function startTestServer({ env = {}, extras = {}, on }: TestServerOptions = {}): Promise<TestServer> {
  const { log, lines } = recordedLog();
  const stores = await on?.start();
  const platform = await openPlatform(testConfig({ ...stores?.env, ...env }), log);
  const app = await buildApp(platform, extras);
  await app.ready();
  return {
    app,
    platform,
    log,
    lines,
    close: async () => {
      await app.close();
      await platform.close();
      await stores?.stop();
    },
  };
}
