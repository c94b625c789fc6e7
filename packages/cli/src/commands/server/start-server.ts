import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withProgress } from "../../ask.js";
import { note, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { printDone } from "../../output.js";
import { readHealth } from "../status/show-status.js";
import { dataDirectoryOf, holderOf, type DataOptions } from "./data-directory.js";
import { serverProgram } from "./server-program.js";

interface StartOptions extends DataOptions {
  readonly port?: string;
  readonly host?: string;
  readonly detach?: boolean;
}

const START_LIMIT_MS = 120_000;

/** `tack server start` */
export async function startServer(cli: Cli, options: StartOptions): Promise<void> {
  const directory = dataDirectoryOf(cli, options);
  const { port, host } = options;
  const args = [
    "--data-dir",
    directory,
    ...(port === undefined ? [] : ["--port", port]),
    ...(host === undefined ? [] : ["--host", host]),
  ];
  if (options.detach) return startDetached(cli, directory, args, port ?? (cli.env["PORT"] || "8000"));
  const server = spawn(process.execPath, [await serverProgram(cli), ...args], { stdio: "inherit", cwd: cli.cwd });
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

async function startDetached(cli: Cli, directory: string, args: readonly string[], port: string): Promise<void> {
  const running = await holderOf(directory);
  if (running !== undefined) {
    throw new CliError("conflict", `Process ${running} is already using ${directory}.`, {
      remediation: "Stop it first: tack server stop",
    });
  }
  const program = await serverProgram(cli);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const logPath = join(directory, "server.log");
  const log = openSync(logPath, "a", 0o600);
  const server = spawn(process.execPath, [program, ...args], {
    stdio: ["ignore", log, log],
    cwd: cli.cwd,
    detached: true,
  });
  server.unref();
  const address = `http://localhost:${port}`;
  await withProgress(cli, "Starting", () => waitUntilWell(server, directory, address, logPath));
  note(cli, `Log: ${logPath}`);
  printDone(cli, `The server is running at ${address} (process ${server.pid}).`, {
    address,
    pid: server.pid,
    data_dir: directory,
  });
}

async function waitUntilWell(server: ChildProcess, directory: string, address: string, logPath: string): Promise<void> {
  const end = Date.now() + START_LIMIT_MS;
  while (Date.now() < end) {
    if (server.exitCode !== null) {
      const last = readFileSync(logPath, "utf8").trim().split("\n").at(-1) ?? "";
      throw new CliError("unavailable", `The server failed to start: ${last}`, { remediation: `See ${logPath}` });
    }
    // Another server may use the port: ours is the one that holds the data directory.
    if ((await holderOf(directory)) === server.pid && (await readHealth(address).catch(() => undefined))) return;
    await sleep(200);
  }
  throw new CliError("unavailable", `The server is taking longer than expected to start.`, {
    remediation: `See ${logPath}`,
  });
}
