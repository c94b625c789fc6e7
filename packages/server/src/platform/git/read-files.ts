import { runGit } from "./run-git.js";
import { GitError } from "./git-error.js";

export interface TreeEntry {
  readonly path: string;
  readonly size: number;
  readonly object: string;
}

/** About 100,000 paths. */
const MAX_TREE_BYTES = 16 * 1024 * 1024;

/** The regular files of a commit. Symbolic links, submodules and whatever else a tree may hold are left out. */
export async function listFiles(directory: string, sha: string, signal: AbortSignal): Promise<TreeEntry[]> {
  const { exitCode, stdout } = await runGit({
    directory,
    signal,
    maxOutputBytes: MAX_TREE_BYTES,
    tooMuch: "The repository has too many files. Use a smaller repository.",
    args: ["ls-tree", "-r", "-z", "--long", "--full-tree", sha],
  });
  if (exitCode !== 0) throw new GitError("The files of the repository could not be listed.", { mayPass: false });
  return stdout.toString("utf8").split("\0").flatMap(regularFile);
}

function regularFile(line: string): TreeEntry[] {
  const [, mode, object, size, path] = /^(\d{6}) blob ([0-9a-f]{40}) +(\d+)\t([^]*)$/.exec(line) ?? [];
  const isRegular = mode === "100644" || mode === "100755";
  if (!isRegular || object === undefined || path === undefined || leavesTheTree(path)) return [];
  return [{ path, object, size: Number(size) }];
}

/** Nothing is ever written to these paths; whatever compares them should not have to think of it either. */
const leavesTheTree = (path: string): boolean =>
  path.startsWith("/") || path.split("/").some((part) => part === ".." || part === "." || part === "");

export interface ReadFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/** The bytes as they are stored: no filter, no conversion of line endings, no checkout. */
export async function readFiles(
  directory: string,
  entries: readonly TreeEntry[],
  signal: AbortSignal,
): Promise<ReadFile[]> {
  if (entries.length === 0) return [];
  const expected = entries.reduce((sum, { size }) => sum + size + HEADER_BYTES, 0);
  const { exitCode, stdout } = await runGit({
    directory,
    signal,
    maxOutputBytes: expected,
    args: ["cat-file", "--batch", "--buffer"],
    input: `${entries.map(({ object }) => object).join("\n")}\n`,
  });
  if (exitCode !== 0) throw new GitError("The files of the repository could not be read.", { mayPass: false });
  let at = 0;
  return entries.map(({ path, size }) => {
    const begin = stdout.indexOf(0x0a, at) + 1;
    at = begin + size + 1;
    return { path, content: stdout.subarray(begin, begin + size) };
  });
}

/** `<sha> blob <size>` and two line feeds. */
const HEADER_BYTES = 80;

const MAX_COMMIT_BYTES = 1024 * 1024;

/** What the author wrote about the commit. */
export async function readMessage(directory: string, sha: string, signal: AbortSignal): Promise<string> {
  const { exitCode, stdout } = await runGit({
    directory,
    signal,
    maxOutputBytes: MAX_COMMIT_BYTES,
    tooMuch: "The message of the commit is too long to be read. Shorten it.",
    args: ["cat-file", "commit", sha],
  });
  if (exitCode !== 0) return "";
  const text = stdout.toString("utf8");
  const body = text.indexOf("\n\n");
  return body === -1 ? "" : text.slice(body + 2).trim();
}
