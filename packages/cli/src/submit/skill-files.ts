import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Machine } from "../cli.js";
import { CliError } from "../errors.js";
import { textOf } from "../text-of-bytes.js";

// The server's limits. Loading the contract's schemas would cost more than repeating the numbers.
const MAX_FILES = 500;
const MAX_BYTES = 10 * 1024 * 1024;
/** Generated files that are not part of the skill. */
const LEFT_OUT = /^(?:\..*|node_modules|__pycache__|Thumbs\.db|.*\.pyc)$/;

interface BundledFile {
  readonly path: string;
  readonly content: string;
  /** Absent: the content is plain text. */
  readonly encoding?: "base64";
  readonly executable: boolean;
}

/** The files next to SKILL.md: text unchanged, and fonts, images and other binary files as base64. */
export function bundledFiles({ platform }: Pick<Machine, "platform">, folder: string, skillMd: string): BundledFile[] {
  const paths = filesUnder(folder).filter((path) => path !== skillMd);
  if (paths.length > MAX_FILES) {
    throw tooMuch(folder, `The skill has too many files besides SKILL.md: ${paths.length} (max ${MAX_FILES}).`);
  }
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  if (bytes > MAX_BYTES)
    throw tooMuch(folder, `The skill's files are too large: ${bytes} bytes in total (max ${MAX_BYTES}).`);
  return paths.map((path) => {
    const content = readFileSync(path);
    const text = textOf(content);
    // Windows has no executable bit, so the shebang line decides.
    const executable = platform === "win32" ? text?.startsWith("#!") === true : (statSync(path).mode & 0o111) !== 0;
    const written =
      text === undefined ? { content: content.toString("base64"), encoding: "base64" as const } : { content: text };
    return { path: relative(folder, path).split(sep).join("/"), ...written, executable };
  });
}

const tooMuch = (folder: string, message: string): CliError =>
  new CliError("validation", message, {
    resource: folder,
    remediation: "Remove some files, or submit the repository: tack registry skill submit https://…",
  });

/** Sorted by path. Links are followed only to files in the same folder. */
function filesUnder(root: string, folder = root): string[] {
  const names = readdirSync(folder)
    .filter((name) => !LEFT_OUT.test(name))
    .toSorted();
  return names.flatMap((name) => {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) return filesUnder(root, path);
    if (stat.isFile()) return [path];
    if (!stat.isSymbolicLink()) return [];
    const real = realpathSync(path);
    if (real.startsWith(realpathSync(root) + sep) && statSync(real).isFile()) return [path];
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
