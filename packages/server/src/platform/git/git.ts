import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createSemaphore } from "../concurrency.js";
import type { Config } from "../config/index.js";
import { createOutbound, type Lookup, type Outbound } from "../outbound/index.js";
import { fetchCommit, type FetchedCommit } from "./fetch-commit.js";
import { credentialFor } from "./git-credential.js";
import { GitError } from "./git-error.js";
import { locateRepository } from "./locate-repository.js";
import { listFiles, readFiles, readMessage, type ReadFile, type TreeEntry } from "./read-files.js";

export interface GitSource {
  readonly url: string;
  /** `HEAD`, a full ref, or a short name or commit as git understands it. */
  readonly ref: string;
  /** Whether the operator's token may be used; only for people who are trusted with what it opens. */
  readonly usesToken: boolean;
  /** Which files are read. */
  readonly wants: (entry: TreeEntry) => boolean;
}

export interface GitCommit extends FetchedCommit {
  readonly message: string;
  readonly files: readonly ReadFile[];
  /** How many wanted files were left out, because all of them together are too large. */
  readonly unread: number;
}

/** Reads repositories of other people with the system's git, without trusting anything in them. */
export interface Git {
  /** Throws a `GitError`. */
  read(source: GitSource): Promise<GitCommit>;
  close(): Promise<void>;
}

export type GitConfig = Pick<
  Config,
  | "dataDir"
  | "gitCloneToken"
  | "gitCloneTokenUser"
  | "gitCloneTokenHosts"
  | "gitCloneTimeout"
  | "allowInternalGitUrls"
  | "mcpAllowHttpGit"
  | "outboundAllowedHosts"
>;

const MAX_REPOSITORY_BYTES = 200 * 1024 * 1024;
/** Of the files that are read; they are in memory together. */
const MAX_READ_BYTES = 40 * 1024 * 1024;
const MAX_AT_ONCE = 4;
/** A fetch takes at most its time limit, and reading what it brought a moment more. */
const LEFT_BEHIND_AFTER_MS = 5 * 60_000;

export interface GitOptions {
  /** Whether this process alone uses the data directory: what is left in it was left by a process that died. */
  readonly ownsDirectory: boolean;
  readonly maxRepositoryBytes?: number;
  /** How names become addresses; the system's way if not said. */
  readonly lookup?: Lookup;
}

export async function openGit(
  config: GitConfig,
  { ownsDirectory, maxRepositoryBytes = MAX_REPOSITORY_BYTES, lookup }: GitOptions,
): Promise<Git> {
  if (ownsDirectory) await rm(parentOf(config), { recursive: true, force: true });
  const outbound = createOutbound({
    allowedHosts: config.outboundAllowedHosts,
    allowsInternal: config.allowInternalGitUrls,
    ...(lookup ? { lookup } : {}),
  });
  const inTurn = createSemaphore(MAX_AT_ONCE);
  const closing = new AbortController();
  const fetcher = { config, outbound, closing: closing.signal, maxBytes: maxRepositoryBytes };
  return {
    read: (source) => inTurn(() => withDirectory(config, (directory) => readCommit(fetcher, source, directory))),
    close: async () => {
      closing.abort(new GitError("The server is stopping.", { mayPass: true }));
      await outbound.close();
    },
  };
}

interface Fetcher {
  readonly config: GitConfig;
  readonly outbound: Outbound;
  readonly closing: AbortSignal;
  readonly maxBytes: number;
}

async function readCommit(fetcher: Fetcher, source: GitSource, directory: string): Promise<GitCommit> {
  const { config, outbound, closing, maxBytes } = fetcher;
  const seconds = config.gitCloneTimeout;
  const limit = new AbortController();
  const slow = `The repository could not be fetched within ${seconds} seconds. Use a smaller repository, or raise GIT_CLONE_TIMEOUT.`;
  const timer = setTimeout(() => limit.abort(new GitError(slow, { mayPass: true })), seconds * 1000);
  const signal = AbortSignal.any([limit.signal, closing]);
  try {
    signal.throwIfAborted();
    const authorization = (url: URL): string | undefined => (source.usesToken ? credentialFor(config, url) : undefined);
    const rules = { plainHttp: config.mcpAllowHttpGit, timeoutMs: seconds * 1000, authorization };
    const location = await locateRepository(outbound, source.url, rules);
    const wanted = { location, ref: source.ref, authorization: authorization(location.url), maxBytes };
    const commit = await fetchCommit(directory, wanted, signal);
    const wantedFiles = (await listFiles(directory, commit.sha, signal)).filter(source.wants);
    const entries = withinBytes(wantedFiles);
    const files = await readFiles(directory, entries, signal);
    const message = await readMessage(directory, commit.sha, signal);
    return { ...commit, message, files, unread: wantedFiles.length - entries.length };
  } finally {
    clearTimeout(timer);
  }
}

function withinBytes(entries: readonly TreeEntry[]): TreeEntry[] {
  let bytes = 0;
  return entries.filter(({ size }) => {
    if (bytes + size > MAX_READ_BYTES) return false;
    bytes += size;
    return true;
  });
}

/** A directory for one fetch. A process that is killed leaves its own behind; the next start or a later fetch removes it. */
async function withDirectory<T>(config: GitConfig, work: (directory: string) => Promise<T>): Promise<T> {
  const parent = parentOf(config);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeLeftBehind(parent, Date.now() - config.gitCloneTimeout * 1000 - LEFT_BEHIND_AFTER_MS);
  const directory = join(parent, `${Date.now()}-${randomBytes(8).toString("hex")}`);
  await mkdir(directory, { mode: 0o700 });
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const parentOf = ({ dataDir }: GitConfig): string => join(dataDir, "git");

async function removeLeftBehind(parent: string, before: number): Promise<void> {
  const names = await readdir(parent);
  const old = names.filter((name) => Number(name.split("-")[0]) < before);
  await Promise.all(old.map((name) => rm(join(parent, name), { recursive: true, force: true })));
}
