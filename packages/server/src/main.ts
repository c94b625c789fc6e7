import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { readSettingKey, unsetSetting } from "./admin/index.js";
import { banner, describeStart, HELP } from "./banner.js";
import { anyUserExists, grantRole, readRole } from "./auth/index.js";
import { buildApp } from "./app.js";
import { printConfig, readConfig, type Config } from "./platform/config/index.js";
import { backUpDirectory, restoreDirectory } from "./platform/data-directory/index.js";
import { createLog, type Log } from "./platform/log.js";
import { openPlatform, withRelational } from "./platform/platform.js";
import type { Tx } from "./platform/relational/tx.js";
import { dieOnBugs, stopOnSignals } from "./platform/signals.js";
import { StartupError } from "./platform/startup-error.js";

export interface MainOptions {
  /** `npm start` keeps `JWT_KEY_DIR` in the data directory when it is not given. */
  readonly keysBesideData?: boolean;
}

/** Whoever stops us kills us after some 30 seconds; by then the writer must have flushed, whatever clients do. */
const REQUESTS_MAY_TAKE_MS = 15_000;

/** Reads the command line and the environment, and starts the service. The exit code is the process's to come. */
export async function main(argv: readonly string[], options: MainOptions = {}): Promise<void> {
  const startedAt = performance.now();
  try {
    const args = readArguments(argv);
    if (args.help) return say(HELP);
    const read = readConfig({ env: process.env, args: args.variables, ...options });
    if (!read.ok) return refuse(read.problems);
    if (args.printConfig) return say(printConfig(read.lines));
    const log = createLog({ level: read.config.logLevel, readable: process.stdout.isTTY });
    if (args.operation) return say(await operate(read.config, args.operation));
    dieOnBugs(log);
    await serve(read.config, log, startedAt);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    refuse([error.message]);
  }
}

function readArguments(argv: readonly string[]): {
  help: boolean;
  printConfig: boolean;
  operation: Operation | undefined;
  variables: Record<string, string | undefined>;
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h", default: false },
        "print-config": { type: "boolean", default: false },
        role: { type: "string" },
        port: { type: "string", short: "p" },
        host: { type: "string" },
        "data-dir": { type: "string", short: "d" },
      },
    });
    return {
      help: values.help,
      printConfig: values["print-config"],
      operation: readOperation(positionals),
      variables: { ROLE: values.role, PORT: values.port, HOST: values.host, DATA_DIR: values["data-dir"] },
    };
  } catch (error) {
    throw new StartupError(`${(error as Error).message.split(".")[0]}. See npm start -- --help`, { cause: error });
  }
}

/** What an operator does without a server, in words after the options. */
type Operation =
  | { readonly name: "grant-role"; readonly email: string; readonly role: string }
  | { readonly name: "unset-setting"; readonly key: string }
  | { readonly name: "backup" | "restore"; readonly file: string };

function readOperation([name, first, second, ...rest]: string[]): Operation | undefined {
  if (name === undefined) return undefined;
  if (name === "grant-role") {
    if (first !== undefined && second !== undefined && rest.length === 0) return { name, email: first, role: second };
    throw new Error("Unexpected words after grant-role: give an email and a role");
  }
  if (name === "unset-setting") {
    if (first !== undefined && second === undefined) return { name, key: first };
    throw new Error("Unexpected words after unset-setting: give one key");
  }
  if (name === "backup" || name === "restore") {
    if (first !== undefined && second === undefined) return { name, file: first };
    throw new Error(`Unexpected words after ${name}: give one file`);
  }
  throw new Error(`Unexpected ${name}`);
}

async function operate(config: Config, operation: Operation): Promise<string> {
  if (operation.name === "grant-role") return grantRoleOn(config, operation);
  if (operation.name === "unset-setting") return unsetSettingOn(config, operation.key);
  if (config.databaseUrl || config.clickhouseUrl) {
    throw new StartupError(
      `The data is in ${config.databaseUrl ? "PostgreSQL" : "ClickHouse"}, which has tools of its own for a ${operation.name}.`,
    );
  }
  return operation.name === "backup"
    ? backUpDirectory(config.dataDir, operation.file)
    : restoreDirectory(config.dataDir, operation.file);
}

async function grantRoleOn(config: Config, { email, role: typed }: { email: string; role: string }): Promise<string> {
  const role = readRole(typed);
  return onRelational(config, (tx) => grantRole(tx, email, role));
}

async function unsetSettingOn(config: Config, typed: string): Promise<string> {
  const key = readSettingKey(typed, config);
  return onRelational(config, (tx) => unsetSetting(tx, key, config));
}

/** Without a server: an embedded store must not be in use by one. */
function onRelational(config: Config, work: (tx: Tx) => Promise<string>): Promise<string> {
  const log = createLog({ level: "warn", readable: false, destination: process.stderr });
  return withRelational(config, log, (relational) => relational.transaction(work));
}

async function serve(config: Config, log: Log, startedAt: number): Promise<void> {
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
  if (process.stdout.isTTY) return say(banner(facts));
  const { warning, ...rest } = facts;
  log.info(rest, rest.summary);
  if (warning !== undefined) log.warn(warning);
}

function listenRefusal(config: Config, error: NodeJS.ErrnoException): Error {
  const at = `${config.host}:${config.port}`;
  if (error.code === "EADDRINUSE") {
    return new StartupError(`${at} is in use by another program. Stop it, or choose another port with --port or PORT.`);
  }
  if (error.code === "EACCES" || error.code === "EADDRNOTAVAIL") {
    return new StartupError(`Cannot listen on ${at} (${error.code}). Choose another HOST or PORT.`);
  }
  return error;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function refuse(reasons: readonly string[]): void {
  for (const reason of reasons) process.stderr.write(`tackroom: ${reason}\n`);
  process.exitCode = 1;
}
