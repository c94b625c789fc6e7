import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { withProgress } from "../../ask.js";
import { note, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";

/** Beside the package of `tack` in the repository, or beside its bundle in the package of both. */
const PLACES = [
  ["..", "..", "server"],
  ["..", "server"],
];

/** The server is a separate program that `tack` only starts. Returns its path, ready to run. */
export async function serverProgram(cli: Cli): Promise<string> {
  const program = findServer(__dirname);
  // With a ClickHouse server, the embedded store is not needed.
  if (cli.env["CLICKHOUSE_URL"] || cli.env["CLICKHOUSE_URL_FILE"]) return program;
  await withProgress(cli, "Installing the embedded store", () => installEmbeddedStore(cli, dirname(program)));
  return program;
}

/**
 * glibc keeps freed memory unless this is set before the process starts: an idle server would hold some 30 MB more. `npm start`
 * and the image set it too.
 */
export const serverEnvironment = ({ env }: Cli): NodeJS.ProcessEnv => ({ MALLOC_TRIM_THRESHOLD_: "131072", ...env });

/** npm installs the embedded store only on platforms with a native build. Elsewhere, the first start downloads it. */
async function installEmbeddedStore(cli: Cli, folder: string): Promise<void> {
  const installer = spawn(process.execPath, [join(folder, "wasm-engine", "install.cjs")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const output: string[] = [];
  for await (const line of createInterface({ input: installer.stderr })) {
    if (output.length === 0 && cli.flags.output === "table") note(cli, line.replace(SPEAKER, ""));
    output.push(line);
  }
  if (installer.exitCode === null) await once(installer, "exit");
  if (installer.exitCode === 0) return;
  const reason = output.findLast((line) => SPEAKER.test(line)) ?? "The embedded store could not be installed.";
  throw new CliError("unavailable", reason.replace(SPEAKER, ""), {
    remediation: "Retry when the npm registry is reachable, or set CLICKHOUSE_URL",
    detail: output,
  });
}

const SPEAKER = /^tackroom: /;

function findServer(bundleDirectory: string): string {
  const found = PLACES.map((place) => join(bundleDirectory, ...place, "serve.cjs")).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new CliError("unavailable", "This installation of tack does not include the server.", {
    remediation:
      "It is the client of a server that runs elsewhere: sign in with tack login --server <url>. To run a server here, see the README of Tackroom.",
  });
}
