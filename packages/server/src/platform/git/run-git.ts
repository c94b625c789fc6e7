import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { PassThrough, Readable, pipeline } from "node:stream";
import { GitError } from "./git-error.js";

/**
 * What keeps git from doing anything but what it is told: it runs no hook, helper or filter, asks nobody, reads no
 * configuration of the machine, and speaks HTTP only, to the address that was checked.
 */
const SAFE_CONFIG: readonly string[] = [
  "protocol.allow=never",
  "protocol.http.allow=always",
  "protocol.https.allow=always",
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.symlinks=false",
  "submodule.recurse=false",
  "credential.helper=",
  "http.followRedirects=false",
  "http.proxy=",
  "http.cookieFile=",
  "http.saveCookies=false",
  "http.lowSpeedLimit=1000",
  "http.lowSpeedTime=20",
  "fetch.uriProtocols=",
  "transfer.bundleURI=false",
  "transfer.fsckObjects=true",
  // Trees of old repositories have it, and no reader minds.
  "fetch.fsck.zeroPaddedFilemode=ignore",
  // One pack: small fetches would otherwise become a file per object.
  "fetch.unpackLimit=1",
  "gc.auto=0",
  "maintenance.auto=false",
];

/** What git needs of our environment: to be found, and to trust the certificates that the operator trusts. */
const PASSED_ON = ["PATH", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "SSL_CERT_FILE", "SSL_CERT_DIR"] as const;

export interface GitCommand {
  /** The bare repository. */
  readonly directory: string;
  readonly args: readonly string[];
  /** Further `name=value` configuration; it travels in the environment, which other users of the machine cannot read. */
  readonly config?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array | Iterable<GitInput> | AsyncIterable<GitInput>;
  /** What a client said of the protocol that it speaks. */
  readonly protocol?: string;
  readonly signal: AbortSignal;
  /** Of what git writes to its standard output. */
  readonly maxOutputBytes: number;
}

export type GitInput = string | Uint8Array;

const MAX_COMPLAINT_BYTES = 8 * 1024;

export interface GitOutcome {
  readonly exitCode: number;
  readonly stdout: Buffer;
  /** What git complained about; it may repeat what a server sent. */
  readonly stderr: string;
}

export async function runGit(command: GitCommand): Promise<GitOutcome> {
  const child = startGit(command);
  const end = (): void => endGroup(child);
  command.signal.addEventListener("abort", end);
  try {
    return await outcomeOf(child, command);
  } finally {
    command.signal.removeEventListener("abort", end);
    end();
  }
}

/** What git writes, as it comes. A reader that stops ends git; git's own complaints are in what it writes. */
export function streamGit(command: Omit<GitCommand, "maxOutputBytes">): Readable {
  const child = startGit(command);
  const output = new PassThrough();
  const end = (): void => endGroup(child);
  command.signal.addEventListener("abort", end);
  child.on("error", (error) => output.destroy(notStarted(error)));
  child.stderr.resume();
  sendInput(child, command).catch((error: Error) => output.destroy(error));
  pipeline(child.stdout, output, () => {
    command.signal.removeEventListener("abort", end);
    end();
  });
  return output;
}

function startGit(command: Omit<GitCommand, "maxOutputBytes">): ChildProcessWithoutNullStreams {
  command.signal.throwIfAborted();
  const args = [...SAFE_CONFIG.flatMap((setting) => ["-c", setting]), ...command.args];
  return spawn("git", args, {
    cwd: command.directory,
    env: environmentOf(command),
    // A process group of its own: what git starts must end with it.
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** Resolves when git has taken it, or has stopped reading; rejects when it could not be made. */
async function sendInput({ stdin }: ChildProcessWithoutNullStreams, { input = "" }: Pick<GitCommand, "input">) {
  stdin.on("error", () => undefined);
  if (typeof input === "string" || input instanceof Uint8Array) return void stdin.end(input);
  const pieces = Readable.from(input, { objectMode: true });
  return new Promise<void>((resolve, reject) => {
    pieces.on("error", reject);
    pipeline(pieces, stdin, () => resolve());
  });
}

function environmentOf({
  directory,
  config = {},
  protocol,
}: Pick<GitCommand, "directory" | "config" | "protocol">): NodeJS.ProcessEnv {
  const settings = Object.entries(config);
  // oxlint-disable-next-line no-restricted-properties -- nothing of it configures us; git gets little of it, by name
  const { env } = process;
  return {
    ...Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
    HOME: "/nonexistent",
    GIT_DIR: directory,
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "true",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ALLOW_PROTOCOL: "http:https",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_LFS_SKIP_SMUDGE: "1",
    LC_ALL: "C",
    ...(protocol === undefined ? {} : { GIT_PROTOCOL: protocol }),
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([name, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, name],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

function outcomeOf(child: ChildProcessWithoutNullStreams, command: GitCommand): Promise<GitOutcome> {
  const output: Buffer[] = [];
  let complaint = "";
  let outputBytes = 0;
  return new Promise((resolve, reject) => {
    child.on("error", (error) => reject(notStarted(error)));
    sendInput(child, command).catch((error: Error) => {
      reject(error);
      endGroup(child);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (complaint.length < MAX_COMPLAINT_BYTES) complaint += chunk.toString("latin1");
    });
    child.stdout.on("data", (chunk: Buffer) => {
      outputBytes += chunk.length;
      if (outputBytes <= command.maxOutputBytes) output.push(chunk);
      else {
        reject(tooMuch());
        endGroup(child);
      }
    });
    child.on("close", (code) => {
      if (command.signal.aborted) return reject(command.signal.reason as Error);
      resolve({ exitCode: code ?? 1, stdout: Buffer.concat(output), stderr: complaint });
    });
  });
}

const tooMuch = (): GitError =>
  new GitError("The repository has too many files. Use a smaller repository.", { mayPass: false });

function notStarted(error: NodeJS.ErrnoException): Error {
  return error.code === "ENOENT"
    ? new GitError("git is not installed on the server. Install git 2.37 or newer.", { mayPass: false, cause: error })
    : error;
}

function endGroup({ pid }: ChildProcessWithoutNullStreams): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // Nobody of the group is left, which is what was asked for.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
