import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isIP, isIPv6 } from "node:net";
import { printable } from "../outbound/index.js";
import { GitError } from "./git-error.js";
import { kindOfFailure, type FailureKind } from "./kind-of-failure.js";
import type { Location } from "./locate-repository.js";
import { runGit, type GitCommand, type GitOutcome } from "./run-git.js";

export interface Wanted {
  readonly location: Location;
  /** `HEAD`, a full ref, or a short name or commit as git understands it. */
  readonly ref: string;
  readonly authorization: string | undefined;
  readonly maxBytes: number;
}

const FETCHED = "refs/tackroom/fetched";
/** None of these commands has much to say, except of a repository that was made to be trouble. */
const OUTPUT_LIMIT = {
  maxOutputBytes: 64 * 1024,
  tooMuch: "The host of the repository sent more than is read. Use another repository.",
} as const;
const SIZE_CHECK_MS = 100;

export interface FetchedCommit {
  readonly sha: string;
  /** What was fetched; for `HEAD` the branch that it stands for, if the host tells. */
  readonly ref: string;
}

/** Fetches one commit without its history into an empty bare repository. */
export async function fetchCommit(directory: string, given: Wanted, signal: AbortSignal): Promise<FetchedCommit> {
  const git = (command: Pick<GitCommand, "args" | "config">) =>
    runGit({ directory, signal, ...OUTPUT_LIMIT, ...command });
  const made = await git({ args: ["init", "--bare", "--quiet", "--initial-branch=none", directory] });
  if (made.exitCode !== 0) throw new Error(`git init failed: ${printable(made.stderr)}`);
  const wanted = given.ref === "HEAD" ? { ...given, ref: await defaultBranch(given, git) } : given;
  await withinSize(directory, wanted, signal, async (within) => {
    const { exitCode, stderr } = await runGit({
      directory,
      signal: within,
      ...OUTPUT_LIMIT,
      args: [
        "fetch",
        "--quiet",
        "--depth=1",
        "--no-tags",
        "--no-recurse-submodules",
        "--no-write-fetch-head",
        "--",
        wanted.location.url.href,
        `+${wanted.ref}:${FETCHED}`,
      ],
      config: connectionConfig(wanted),
    });
    if (exitCode !== 0) throw failureOf(stderr, wanted);
  });
  const named = await git({ args: ["rev-parse", "--verify", "--quiet", "--end-of-options", `${FETCHED}^{commit}`] });
  const sha = named.stdout.toString("latin1").trim();
  if (named.exitCode !== 0 || !/^[0-9a-f]{40}$/.test(sha)) {
    throw new GitError(`${refName(wanted.ref)} does not point to a commit.`, { mayPass: false });
  }
  return { sha, ref: wanted.ref };
}

/** Old servers do not say what `HEAD` stands for. */
async function defaultBranch(
  wanted: Wanted,
  git: (command: Pick<GitCommand, "args" | "config">) => Promise<GitOutcome>,
): Promise<string> {
  const { exitCode, stdout, stderr } = await git({
    args: ["ls-remote", "--quiet", "--symref", "--", wanted.location.url.href, "HEAD"],
    config: connectionConfig(wanted),
  });
  if (exitCode !== 0) throw failureOf(stderr, wanted);
  return /^ref: (refs\/heads\/\S+)\tHEAD$/m.exec(stdout.toString("utf8"))?.[1] ?? "HEAD";
}

/** The name is not looked up again, and the credential goes to this origin only. */
function connectionConfig({ location: { url, addresses }, authorization }: Wanted): Record<string, string> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const pinned = addresses.map((address) => (isIPv6(address) ? `[${address}]` : address)).join(",");
  return {
    ...(isIP(host) === 0 ? { "http.curloptResolve": `${host}:${port}:${pinned}` } : {}),
    ...(authorization ? { [`http.${url.origin}/.extraHeader`]: `Authorization: ${authorization}` } : {}),
  };
}

async function withinSize(
  directory: string,
  { maxBytes }: Wanted,
  signal: AbortSignal,
  work: (within: AbortSignal) => Promise<void>,
): Promise<void> {
  const tooLarge = new AbortController();
  const refusal = new GitError(
    `The repository exceeds the limit of ${Math.floor(maxBytes / 1024 / 1024)} MB. Use a smaller repository.`,
    { mayPass: false },
  );
  const check = async (): Promise<void> => {
    if ((await sizeOf(directory)) > maxBytes) tooLarge.abort(refusal);
  };
  const timer = setInterval(() => void check().catch(() => undefined), SIZE_CHECK_MS);
  try {
    await work(AbortSignal.any([signal, tooLarge.signal]));
    await check();
    tooLarge.signal.throwIfAborted();
  } finally {
    clearInterval(timer);
  }
}

/** Files come and go while git works: one that has gone has no size. */
async function sizeOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    bytes += await stat(join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return bytes;
}

const refName = (ref: string): string =>
  ref === "HEAD" ? "The default branch" : ref.replace(/^refs\/heads\//, "Branch ").replace(/^refs\/tags\//, "Tag ");

/** In our words: what git says may repeat what a server has sent, and the address with whatever is in it. */
function failureOf(stderr: string, { location: { url }, ref }: Wanted): GitError {
  const failed = `The repository could not be fetched from ${url.host}`;
  const reasons: Readonly<Record<FailureKind, string>> = {
    "absent ref":
      ref === "HEAD" ? "The repository has no commits." : `${refName(ref)} was not found in the repository.`,
    damaged: "The repository contains objects that are damaged or not allowed, so it was refused.",
    redirected: `${url.host} redirected the fetch to another address, which is not followed.`,
    "no access": `${failed}: the repository does not exist, or the server has no access to it.`,
    connection: `${failed}. The connection failed or was closed.`,
  };
  const kind = kindOfFailure(stderr, url.href);
  return new GitError(reasons[kind], { mayPass: kind !== "damaged" && kind !== "redirected" });
}
