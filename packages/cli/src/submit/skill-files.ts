import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Machine } from "../cli.js";
import { CliError } from "../errors.js";
import { pathInside } from "../path-inside.js";
import { exactTextOf } from "../text-of-bytes.js";

// The server's limits. Loading the contract's schemas would cost more than repeating the numbers.
const MAX_FILES = 500;
const MAX_BYTES = 10 * 1024 * 1024;
/** Generated files that are not part of the skill. */
const GENERATED = /^(?:\.git|\.DS_Store|\._.*|\.venv|\..*_cache|node_modules|__pycache__|Thumbs\.db|.*\.pyc)$/i;
/** Files that keep the secrets of one person. */
const PRIVATE =
  /^\.(?:env(?:\..*)?|envrc|npmrc|yarnrc(?:\.yml)?|netrc|pypirc|pgpass|git-credentials|htpasswd|ssh|aws|azure|gnupg|kube|docker)$/i;
const EXAMPLE = /\.(?:example|sample|template|dist)$/i;

interface BundledFile {
  readonly path: string;
  readonly content: string;
  /** Absent: the content is plain text. */
  readonly encoding?: "base64";
  readonly executable: boolean;
}

export interface BundledFiles {
  readonly files: readonly BundledFile[];
  /** Paths of files and folders that may be private. */
  readonly leftOut: readonly string[];
}

/** The files next to SKILL.md: text unchanged, and fonts, images and other binary files as base64. */
export function bundledFiles({ platform }: Pick<Machine, "platform">, folder: string, skillMd: string): BundledFiles {
  const found = filesUnder(folder);
  const pathOf = (path: string): string => relative(folder, path).split(sep).join("/");
  const paths = found.flatMap(({ path, isLeftOut }) => (isLeftOut || path === skillMd ? [] : [path]));
  if (paths.length > MAX_FILES) {
    throw tooMuch(folder, `The skill has too many files besides SKILL.md: ${paths.length} (max ${MAX_FILES}).`);
  }
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  if (bytes > MAX_BYTES)
    throw tooMuch(folder, `The skill's files are too large: ${bytes} bytes in total (max ${MAX_BYTES}).`);
  const leftOut = found.flatMap(({ path, isLeftOut }) => (isLeftOut ? [pathOf(path)] : []));
  const files = paths.map((path) => {
    const content = readFileSync(path);
    const text = exactTextOf(content);
    // Windows has no executable bit, so the shebang line decides.
    const executable = platform === "win32" ? text?.startsWith("#!") === true : (statSync(path).mode & 0o111) !== 0;
    const written =
      text === undefined ? { content: content.toString("base64"), encoding: "base64" as const } : { content: text };
    return { path: pathOf(path), ...written, executable };
  });
  return { files, leftOut };
}

const tooMuch = (folder: string, message: string): CliError =>
  new CliError("validation", message, {
    resource: folder,
    remediation: "Remove some files, or submit the repository: tack registry skill submit https://…",
  });

/** Also the folders directly in the skill's: `.github` and `.vscode` there are about the skill, deeper ones are templates of it. */
const isPrivate = (name: string, isTopFolder: boolean): boolean =>
  (PRIVATE.test(name) && !EXAMPLE.test(name)) || (isTopFolder && name.startsWith("."));

interface Listed {
  readonly path: string;
  readonly isLeftOut: boolean;
}

/** Sorted by path. Links are followed only to files in the same folder. */
function filesUnder(root: string, folder = root): Listed[] {
  const names = readdirSync(folder)
    .filter((name) => !GENERATED.test(name))
    .toSorted();
  return names.flatMap((name) => {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (isPrivate(name, stat.isDirectory() && folder === root)) return [{ path, isLeftOut: true }];
    const listed = [{ path, isLeftOut: false }];
    if (stat.isDirectory()) return filesUnder(root, path);
    if (stat.isFile()) return listed;
    if (!stat.isSymbolicLink()) return [];
    if (pathInside(root, path) !== undefined && statSync(path).isFile()) return listed;
    throw new CliError(
      "validation",
      `${relative(root, path)} is a symbolic link to a folder or to a file outside the skill.`,
      {
        resource: path,
        remediation: "Replace the link with the file, or remove it.",
      },
    );
  });
}
