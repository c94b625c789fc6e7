import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isNewer } from "../../api/newer-tack.js";
import { failureOf } from "../../api/failures.js";
import { sendHttp, type HttpAnswer } from "../../api/transport.js";
import { note, type Cli } from "../../cli.js";
import { readConfig, serverOf, timeoutMs } from "../../config.js";
import { CliError, reasonOf } from "../../errors.js";
import { printDone } from "../../output.js";
import { oneLine } from "../../printable.js";
import { VERSION } from "../../version.js";

interface SelfUpdateOptions {
  readonly dryRun?: boolean;
  readonly force?: boolean;
}

/** `tack self-update` */
export async function selfUpdate(cli: Cli, { dryRun = false, force = false }: SelfUpdateOptions): Promise<void> {
  const url = new URL(`${serverOf(cli)}/tack.tgz`);
  const { bytes, version, digest } = await download(cli, url);
  const facts = { installed: VERSION, version, digest, url: url.href };
  if (!force && !isNewer(version, VERSION)) {
    const sentence = `This is tack ${VERSION}; the server has ${version}. There is nothing newer to install.`;
    return printDone(cli, sentence, { ...facts, updated: false });
  }
  if (dryRun) {
    const command = npmWords(url.href).join(" ");
    note(cli, `Would replace tack ${VERSION} with ${version} (${digest}), by running: npm ${command}`);
    return printDone(cli, "Nothing was installed.", { ...facts, updated: false, command: `npm ${command}` });
  }
  const folder = mkdtempSync(join(tmpdir(), "tack-update-"));
  try {
    const file = join(folder, `tack-${version}.tgz`);
    writeFileSync(file, bytes);
    note(cli, `Downloaded ${url.href} (${digest}).\nRunning: npm ${npmWords(file).join(" ")}`);
    await runNpm(cli, npmWords(file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await warnAboutOtherPlace(cli);
  printDone(cli, `Installed tack ${version}.`, { ...facts, updated: true });
}

/** The digest tells a damaged or cut off download; that it is the server's is what https is for. */
async function download(cli: Cli, url: URL): Promise<{ bytes: Buffer; version: string; digest: string }> {
  const headers = { accept: "application/gzip", "x-tackroom-cli-version": VERSION };
  const answer = await sendHttp({ method: "GET", url, headers, timeoutMs: timeoutMs(cli, readConfig(cli)) });
  if (answer.status !== 200) throw failureOf(answer, url.origin);
  const digest = `sha256:${createHash("sha256").update(answer.bytes).digest("hex")}`;
  const [told, version] = [headerOf(answer, "x-artifact-digest"), headerOf(answer, "x-artifact-version")];
  if (told === undefined || version === undefined) {
    throw new CliError(
      "unavailable",
      `${url.origin} does not offer tack for download. Is it a current Tackroom server?`,
      {
        resource: url.href,
        remediation: "Check the address: tack status --server <url>",
      },
    );
  }
  if (told === digest) return { bytes: answer.bytes, version: oneLine(version), digest };
  throw new CliError("conflict", `The download has the digest ${digest}, but the server says ${oneLine(told)}.`, {
    resource: url.href,
    remediation: "Nothing was installed. Retry; if it happens again, a proxy may be changing the download.",
  });
}

function headerOf({ headers }: HttpAnswer, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

const npmWords = (what: string): string[] => ["install", "-g", "--ignore-scripts", "--no-audit", "--no-fund", what];

/** npm writes to standard error: the result of this command is ours. */
async function runNpm(cli: Cli, words: readonly string[]): Promise<void> {
  // On Windows npm is a script, which only a shell starts.
  const npm = spawn("npm", words, { stdio: ["ignore", 2, 2], env: cli.env, shell: cli.platform === "win32" });
  const exitCode = await exitOf(npm).catch((error: unknown) => {
    throw new CliError("unavailable", `npm could not be started (${reasonOf(error)}).`, {
      remediation: "Install Node.js with npm, then retry.",
      cause: error,
    });
  });
  if (exitCode === 0) return;
  throw new CliError("unavailable", "npm could not install tack; see its messages above.", {
    remediation: "If it may not write to its folder, choose another: npm config set prefix ~/.local",
  });
}

async function exitOf(child: ReturnType<typeof spawn>): Promise<number | null> {
  const [exitCode] = (await once(child, "close")) as [number | null];
  return exitCode;
}

/** Another tack comes first on the PATH, or this one was started from a repository or by npx. */
async function warnAboutOtherPlace(cli: Cli): Promise<void> {
  const npm = spawn("npm", ["root", "-g"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: cli.env,
    shell: cli.platform === "win32",
  });
  let root = "";
  npm.stdout.on("data", (chunk: Buffer) => (root += chunk.toString()));
  if ((await exitOf(npm)) !== 0) return;
  const own = realpathSync(process.argv[1] ?? "");
  const place = realpathSync(root.trim());
  if (!own.startsWith(place)) note(cli, `! This tack runs from ${own}; the new one is in ${place}.`);
}
