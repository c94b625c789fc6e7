import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { isLocalName } from "@tackroom/contract/loopback";
import type { Machine } from "../cli.js";
import { CliError, reasonOf } from "../errors.js";
import { makeTackDirectory } from "../tack-directory.js";
import type { WantedFile } from "./plan-install.js";

export interface GitSource {
  readonly url: string;
  /** A branch, tag or commit; absent: the repository's HEAD. */
  readonly ref?: string | undefined;
  /** The folder in the repository; empty for the root. */
  readonly path: string;
}

const TIME_LIMIT_MS = 60_000;
/** A whole repository takes longer than the folder of a skill. */
const WHOLE_TIME_LIMIT_MS = 10 * 60_000;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_FILES = 1000;
/** What git says of each file besides its content takes some more. */
const MAX_OUTPUT_BYTES = MAX_BYTES + 1024 * 1024;

/** No hooks, prompts or other protocols, and none of the user's git settings. */
const SETTINGS = [
  "protocol.allow=never",
  "protocol.https.allow=always",
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "submodule.recurse=false",
  "credential.helper=",
  "http.followRedirects=false",
  "transfer.fsckObjects=true",
];

/** Reads the files of a folder in a repository without checking them out. Links and submodules are ignored. */
export async function fetchGitFolder(
  machine: Pick<Machine, "env" | "home">,
  source: GitSource,
  target: string,
): Promise<WantedFile[]> {
  const url = checkedUrl(source.url);
  const folder = await mkdtemp(join(makeTackDirectory(machine), "git-"));
  try {
    const git = gitIn(folder, machine.env, { allowsHttp: isLocalName(url) });
    await git(["init", "--bare", "--quiet"]);
    await git(["fetch", "--depth=1", "--no-tags", "--quiet", "--", url.href, source.ref ?? "HEAD"]);
    return await readFolder(git, source, target);
  } catch (error) {
    throw error instanceof CliError ? error : notFetched(source.url, error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface CheckedOut {
  readonly folder: string;
  readonly commit: string;
}

/** Checks out the newest commit of a whole repository for as long as the work takes. Submodules are not fetched. */
export async function withCheckout<T>(
  machine: Pick<Machine, "env" | "home">,
  source: Pick<GitSource, "url" | "ref">,
  work: (checkout: CheckedOut) => Promise<T>,
): Promise<T> {
  const url = checkedUrl(source.url);
  const folder = await mkdtemp(join(makeTackDirectory(machine), "git-"));
  try {
    const commit = await checkOut(gitIn(folder, machine.env, wholeLimits(url)), url, source);
    return await work({ folder, commit });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const wholeLimits = (url: URL): GitLimits => ({ allowsHttp: isLocalName(url), timeoutMs: WHOLE_TIME_LIMIT_MS });

async function checkOut(git: Git, url: URL, source: Pick<GitSource, "url" | "ref">): Promise<string> {
  try {
    await git(["init", "--quiet"]);
    await git(["fetch", "--depth=1", "--no-tags", "--quiet", "--", url.href, source.ref ?? "HEAD"]);
    await git(["checkout", "--quiet", "--force", "--detach", "FETCH_HEAD"]);
    return (await git(["rev-parse", "HEAD"])).toString().trim();
  } catch (error) {
    throw notFetched(source.url, error);
  }
}

const notFetched = (url: string, error: unknown): CliError =>
  new CliError("unavailable", `Could not fetch ${url}: ${gitReason(error)}`, {
    resource: url,
    remediation: "Check that git is installed and that the repository is readable without credentials.",
    cause: error,
  });

/** The commit and the address of the repository that a folder is in, if it is in one and nothing in the folder has changed since. */
export async function repositoryOf(
  machine: Pick<Machine, "env">,
  folder: string,
): Promise<{ readonly url?: string; readonly commit?: string; readonly prefix: string } | undefined> {
  const git = gitIn(folder, machine.env, { allowsHttp: false });
  const ask = async (...words: readonly string[]): Promise<string | undefined> => {
    try {
      return (await git(words)).toString().trim();
    } catch {
      // Not in a repository, without commits, or without git: the folder is imported as such.
      return undefined;
    }
  };
  const prefix = await ask("rev-parse", "--show-prefix");
  if (prefix === undefined) return undefined;
  const [url, commit, changes] = [
    await ask("config", "--get", "remote.origin.url"),
    await ask("rev-parse", "HEAD"),
    await ask("status", "--porcelain", "--", "."),
  ];
  return { prefix, ...(url && { url }), ...(commit && changes === "" ? { commit } : {}) };
}

function checkedUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLocalName(url))) return url;
  throw new CliError("validation", `${text} is not an https repository URL.`, {
    resource: text,
    remediation: "Report this to the owner of the item.",
  });
}

type Git = (words: readonly string[], input?: string) => Promise<Buffer>;

interface GitLimits {
  readonly allowsHttp: boolean;
  readonly timeoutMs?: number;
}

function gitIn(folder: string, env: Machine["env"], { allowsHttp, timeoutMs = TIME_LIMIT_MS }: GitLimits): Git {
  const settings = [...SETTINGS, ...(allowsHttp ? ["protocol.http.allow=always"] : [])].flatMap((each) => ["-c", each]);
  const environment = {
    PATH: env["PATH"] ?? "",
    // Windows cannot open a connection without it.
    ...(env["SystemRoot"] === undefined ? {} : { SystemRoot: env["SystemRoot"] }),
    HOME: folder,
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ASKPASS: "true",
    GIT_ALLOW_PROTOCOL: "http:https",
    LC_ALL: "C",
  };
  return async (words, input = "") => {
    const options = {
      cwd: folder,
      env: environment,
      timeout: timeoutMs,
      maxBuffer: MAX_OUTPUT_BYTES,
      encoding: "buffer",
    } as const;
    const running = promisify(execFile)("git", [...settings, ...words], options);
    // What git says for itself when it ends early is worth more than a broken pipe.
    running.child.stdin?.on("error", () => undefined).end(input);
    return (await running).stdout;
  };
}

function gitReason(error: unknown): string {
  const stderr = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
  return stderr === "" ? reasonOf(error) : (stderr.split("\n").at(-1) ?? "");
}

async function readFolder(git: Git, { url, path, ref }: GitSource, target: string): Promise<WantedFile[]> {
  const inside = path.replace(/^[./]+/, "").replace(/\/+$/, "");
  const tree = inside === "" ? "FETCH_HEAD" : `FETCH_HEAD:${inside}`;
  const listing = await git(["ls-tree", "-r", "-l", "-z", "--full-tree", tree]).catch((error: unknown) => {
    throw new CliError("not_found", `${url} has no folder ${inside} at ${ref ?? "HEAD"}.`, {
      resource: url,
      remediation: "Report this to the owner of the item.",
      cause: error,
    });
  });
  const blobs = listing
    .toString()
    .split("\0")
    .flatMap((line) => {
      const [, mode = "", id = "", size = "", name = ""] =
        /^(100644|100755) blob ([0-9a-f]+) +([0-9]+)\t(.*)$/s.exec(line) ?? [];
      return name === "" ? [] : [{ executable: mode === "100755", id, size: Number(size), name }];
    });
  if (blobs.length > MAX_FILES) throw tooLarge(url, `${blobs.length} files`);
  const size = blobs.reduce((sum, blob) => sum + blob.size, 0);
  if (size > MAX_BYTES) throw tooLarge(url, `more than ${MAX_BYTES} bytes`);
  const contents = await readBlobs(git, blobs);
  return blobs.map(({ name, executable }, at) => ({
    path: `${target}/${name}`,
    edits: [{ kind: "write", content: contents[at] ?? Buffer.alloc(0), executable }],
  }));
}

interface Blob {
  readonly id: string;
  readonly size: number;
}

/** By one process for all of them. It answers each id with a line, the content, and the end of a line. */
async function readBlobs(git: Git, blobs: readonly Blob[]): Promise<Buffer[]> {
  if (blobs.length === 0) return [];
  const output = await git(["cat-file", "--batch"], blobs.map(({ id }) => `${id}\n`).join(""));
  let at = 0;
  return blobs.map(({ id, size }) => {
    const start = output.indexOf("\n", at) + 1;
    const header = output.toString("utf8", at, start);
    if (header !== `${id} blob ${size}\n`) throw new Error(`git cat-file answered ${JSON.stringify(header)}`);
    at = start + size + 1;
    return output.subarray(start, start + size);
  });
}

const tooLarge = (url: string, size: string): CliError =>
  new CliError("validation", `The skill in ${url} is too large: ${size}.`, {
    resource: url,
    remediation: "Report this to the owner of the item.",
  });
