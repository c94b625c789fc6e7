import type { AddressInfo } from "node:net";
import { buildApp } from "./app.js";
import { anyUserExists } from "./auth/index.js";
import { banner, describeStart } from "./banner.js";
import type { Config } from "./platform/config/index.js";
import { writeAddressFile } from "./platform/data-directory/index.js";
import { createLog } from "./platform/log.js";
import { openPlatform } from "./platform/platform.js";
import { dieOnBugs, stopOnSignals } from "./platform/signals.js";
import { StartupError } from "./platform/startup-error.js";

/** Process managers kill a stopping process after some 30 seconds; by then the writer must have flushed, whatever clients do. */
const REQUESTS_MAY_TAKE_MS = 15_000;

/** Starts the service. It runs until a signal stops it. */
export async function serve(config: Config, startedAt: number): Promise<void> {
  const log = createLog({ level: config.logLevel, readable: process.stdout.isTTY });
  dieOnBugs(log);
  const platform = await openPlatform(config, log);
  const app = await buildApp(platform).catch(async (error: unknown) => {
    await platform.close();
    throw error;
  });
  const close = async (): Promise<void> => {
    const impatience = setTimeout(() => app.server.closeAllConnections(), REQUESTS_MAY_TAKE_MS);
    await app.close();
    clearTimeout(impatience);
    await platform.close();
  };
  stopOnSignals(close, log);
  try {
    await app.listen({ port: config.port, host: config.host, listenTextResolver: (at) => `listening on ${at}` });
  } catch (error) {
    await close();
    throw listenRefusal(config, error as NodeJS.ErrnoException);
  }
  const address = app.server.address() as AddressInfo;
  const facts = describeStart({
    config,
    port: address.port,
    engines: [platform.relational.engine, platform.analytical.engine, config.redisUrl ? "Redis" : "in-process bus"],
    needsAdmin: !(await anyUserExists(platform.relational)),
    seconds: (performance.now() - startedAt) / 1000,
  });
  writeAddressFile(config.dataDir, { pid: process.pid, port: config.port, address: facts.address });
  if (process.stdout.isTTY) {
    process.stdout.write(`${banner(facts)}\n`);
    return;
  }
  const { warning, ...rest } = facts;
  log.info(rest, rest.summary);
  if (warning !== undefined) log.warn(warning);
}

function listenRefusal(config: Config, error: NodeJS.ErrnoException): Error {
  const at = `${config.host}:${config.port}`;
  if (error.code === "EADDRINUSE") {
    return new StartupError(
      `${at} is already in use. Stop the other program, or choose another port with --port or PORT.`,
    );
  }
  if (error.code === "EACCES" || error.code === "EADDRNOTAVAIL") {
    return new StartupError(`Cannot listen on ${at} (${error.code}). Choose another HOST or PORT.`);
  }
  return error;
}
