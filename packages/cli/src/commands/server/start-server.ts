import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { INTERRUPTED, withProgress } from "../../ask.js";
import { asTyped } from "../../called-as.js";
import { note, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { lastServerOf, rememberDataDirectory } from "../../local-server.js";
import { printDone } from "../../output.js";
import { dataDirectoryOf, holderOf, type DataOptions } from "./data-directory.js";
import { serverEnvironment, serverProgram } from "./server-program.js";

interface StartOptions extends DataOptions {
  readonly port?: string;
  readonly host?: string;
  readonly detach?: boolean;
}

const START_LIMIT_MS = 120_000;

/** `tack server start` */
export async function startServer(cli: Cli, options: StartOptions): Promise<void> {
  const directory = dataDirectoryOf(cli, options);
  const { host } = options;
  const port = options.port ?? (cli.env["PORT"] ? undefined : rememberedPort(directory));
  const args = [
    "--data-dir",
    directory,
    ...(port === undefined ? [] : ["--port", port]),
    ...(host === undefined ? [] : ["--host", host]),
  ];
  if (options.detach) {
    const { dataDir, detach } = options;
    return startDetached(cli, directory, args, {
      port: Number(port ?? (cli.env["PORT"] || 8000)),
      host: host ?? (cli.env["HOST"] || "127.0.0.1"),
      given: asTyped({ dataDir, host, detach }),
    });
  }
  rememberDataDirectory(cli, directory);
  const server = spawn(process.execPath, [await serverProgram(cli), ...args], {
    stdio: "inherit",
    cwd: cli.cwd,
    env: serverEnvironment(cli),
  });
  const stopHandingOn = handOnSignals(server);
  const [exitCode] = (await once(server, "exit")) as [number | null];
  stopHandingOn();
  if (exitCode)
    throw new CliError(
      "unavailable",
      "The server failed to start, or did not shut down cleanly. See the output above.",
    );
}

const ignore = (): void => undefined;

/** Ctrl-C in a terminal reaches both processes, but `kill` reaches only this one. */
function handOnSignals(server: ChildProcess): () => void {
  const handOn = (signal: NodeJS.Signals): void => void server.kill(signal);
  process.on("SIGTERM", handOn);
  process.on("SIGINT", ignore);
  return () => {
    process.off("SIGTERM", handOn);
    process.off("SIGINT", ignore);
  };
}

/** A server that was started with `--port` is found there again after a restart. */
function rememberedPort(directory: string): string | undefined {
  const port = lastServerOf(directory)?.port;
  return port === undefined ? undefined : String(port);
}

interface ListenAt {
  readonly port: number;
  readonly host: string;
  /** The other options, which a hint repeats. */
  readonly given: string;
}

async function startDetached(cli: Cli, directory: string, args: readonly string[], at: ListenAt): Promise<void> {
  const running = await holderOf(directory);
  if (running !== undefined) {
    throw new CliError("conflict", `Process ${running} is already using ${directory}.`, {
      remediation: `Stop it first: tack server stop${asTyped({ dataDir: directory })}`,
    });
  }
  if (await isBusy(at)) throw portIsBusy(at);
  const program = await serverProgram(cli);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const logPath = join(directory, "server.log");
  const log = openSync(logPath, "a", 0o600);
  const logged = fstatSync(log).size;
  const server = spawn(process.execPath, [program, ...args], {
    stdio: ["ignore", log, log],
    cwd: cli.cwd,
    env: serverEnvironment(cli),
    detached: true,
  });
  closeSync(log);
  server.unref();
  const address = await orStopped(server, () =>
    withProgress(cli, "Starting", () => waitUntilListening(server, directory, { path: logPath, from: logged, ...at })),
  );
  rememberDataDirectory(cli, directory);
  note(cli, `Log: ${logPath}`);
  printDone(cli, `The server is running at ${address} (process ${server.pid}).`, {
    address,
    pid: server.pid,
    data_dir: directory,
  });
}

const interrupt = (): never => process.exit(INTERRUPTED);

/** If the command is interrupted, the server must not go on starting in the background. */
async function orStopped<T>(server: ChildProcess, wait: () => Promise<T>): Promise<T> {
  const stop = (): void => void server.kill("SIGTERM");
  process.on("exit", stop);
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  try {
    return await wait();
  } finally {
    process.off("exit", stop);
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}

/** Asked before the server is started, because opening the stores takes seconds. */
function isBusy({ port, host }: Pick<ListenAt, "port" | "host">): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EADDRINUSE"));
    probe.listen({ port, host }, () => probe.close(() => resolve(false)));
  });
}

function portIsBusy({ port, given }: Pick<ListenAt, "port" | "given">): CliError {
  return new CliError("conflict", `Port ${port} is already in use by another program.`, {
    resource: String(port),
    remediation: `Stop that program, or choose another port: tack server start${given} --port <number>`,
  });
}

interface StartLog extends ListenAt {
  readonly path: string;
  /** Where the output of this start begins. */
  readonly from: number;
}

/** Only the server itself tells its address: at any other address, another server could answer. */
async function waitUntilListening(server: ChildProcess, directory: string, log: StartLog): Promise<string> {
  const end = Date.now() + START_LIMIT_MS;
  while (Date.now() < end) {
    const last = lastServerOf(directory);
    if (last && last.pid === server.pid) return last.address;
    if (server.exitCode !== null || server.signalCode !== null) {
      const output = readFileSync(log.path).subarray(log.from).toString().trim();
      if (output.includes(`:${log.port} is already in use`)) throw portIsBusy(log);
      const reason = (output.split("\n").at(-1) ?? "").replace(/^tackroom: /, "");
      throw new CliError("unavailable", `The server failed to start: ${reason}`, { remediation: `See ${log.path}` });
    }
    await sleep(200);
  }
  throw new CliError(
    "unavailable",
    "The server is taking longer than expected to start; it continues in the background.",
    {
      remediation: `See ${log.path}, and look again: tack server status${asTyped({ dataDir: directory })}`,
    },
  );
}
