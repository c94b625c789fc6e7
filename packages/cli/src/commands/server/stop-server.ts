import { setTimeout as sleep } from "node:timers/promises";
import { withProgress } from "../../ask.js";
import { asTyped } from "../../called-as.js";
import { say, type Cli } from "../../cli.js";
import { serverOf } from "../../config.js";
import { CliError } from "../../errors.js";
import { lastServerOf } from "../../local-server.js";
import { printDone, printJson } from "../../output.js";
import { describeHealth, readHealth, type Health } from "../status/show-status.js";
import { dataDirectoryOf, holderOf, type DataOptions } from "./data-directory.js";

const STOP_LIMIT_MS = 40_000;

/** `tack server stop` */
export async function stopServer(cli: Cli, options: DataOptions): Promise<void> {
  const directory = dataDirectoryOf(cli, options);
  const pid = await holderOf(directory);
  if (pid === undefined) {
    throw new CliError("not_found", `No server is using ${directory}.`, {
      resource: directory,
      remediation:
        options.dataDir === undefined
          ? "Pass its data directory with --data-dir."
          : "Check the path, or omit --data-dir for the server in ./data.",
    });
  }
  process.kill(pid, "SIGTERM");
  await withProgress(cli, "Stopping", () => waitForEnd(directory, pid));
  printDone(cli, `Stopped process ${pid}.`, { stopped: pid });
}

async function waitForEnd(directory: string, pid: number): Promise<void> {
  for (const end = Date.now() + STOP_LIMIT_MS; Date.now() < end;) {
    if ((await holderOf(directory)) !== pid) return;
    await sleep(100);
  }
  throw new CliError("unavailable", `Process ${pid} has not stopped in time.`, {
    remediation: "See its log for what it is waiting for.",
  });
}

/** `tack server status`: the server of the data directory, not the one that other commands use. */
export async function serverStatus(cli: Cli, options: DataOptions): Promise<void> {
  const directory = dataDirectoryOf(cli, options);
  const pid = await holderOf(directory);
  const server = addressOf(cli, directory, pid);
  const health = server === undefined ? undefined : await healthOf(server);
  if (cli.flags.output === "json") {
    printJson(cli, { data_dir: directory, pid: pid ?? null, server: server ?? null, health: health ?? null });
  } else {
    say(cli, pid === undefined ? `No server is using ${directory}.` : `Process ${pid} is using ${directory}.`);
    if (server !== undefined) say(cli, health ? describeHealth(server, health) : `Could not reach ${server}.`);
  }
  if (pid === undefined && !health) {
    throw new CliError("unavailable", `No server is running with the data directory ${directory}.`, {
      resource: directory,
      remediation:
        options.dataDir === undefined
          ? "Start one: tack server start. For another data directory, pass --data-dir."
          : `Start one: tack server start${asTyped({ dataDir: options.dataDir })}`,
    });
  }
}

/** An address that was typed is asked as well. */
function addressOf(cli: Cli, directory: string, pid: number | undefined): string | undefined {
  if (cli.flags.server !== undefined) return serverOf(cli);
  const last = lastServerOf(directory);
  return pid !== undefined && last?.pid === pid ? last.address : undefined;
}

async function healthOf(server: string): Promise<Health | undefined> {
  try {
    return await readHealth(server);
  } catch (error) {
    if (error instanceof CliError) return undefined;
    throw error;
  }
}
