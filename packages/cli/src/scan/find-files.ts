import type { Machine } from "../cli.js";
import type { Disk } from "./disk.js";

/** A file matched by a pattern. */
export interface FoundFile {
  /** The path as found, with forward slashes. */
  readonly path: string;
  /** Its real path. */
  readonly real: string;
  /** It is a link that leads outside the scanned folder. */
  readonly isOutside: boolean;
}

type Folders = Pick<Machine, "home" | "cwd">;

/** Deeper folders do not contain components. */
const MAX_DEPTH = 5;

/** The files that match a pattern of `scanPlaces`. */
export async function findFiles(disk: Disk, folders: Folders, pattern: string): Promise<FoundFile[]> {
  const { root, rest } = splitPattern(folders, pattern);
  const paths = await expand(disk, root, rest);
  const realRoot = await disk.resolve(root);
  const found: FoundFile[] = [];
  for (const path of paths) {
    const real = await disk.resolve(path);
    if (real === undefined || realRoot === undefined) continue;
    found.push({ path, real, isOutside: !isInside(real, realRoot) });
  }
  return found;
}

interface SplitPattern {
  readonly root: string;
  readonly rest: readonly string[];
}

/** The folder that must not be left: the home, the project, or a folder set by an environment variable. */
export function splitPattern({ home, cwd }: Folders, pattern: string): SplitPattern {
  const parts = pattern.split("/");
  if (parts[0] === "~") return { root: forward(home), rest: parts.slice(1) };
  if (!/^(?:\/|[A-Za-z]:\/)/.test(pattern)) return { root: forward(cwd), rest: parts };
  const wild = parts.findIndex((part) => part.includes("*"));
  const end = wild === -1 ? parts.length - 1 : wild;
  return { root: parts.slice(0, end).join("/"), rest: parts.slice(end) };
}

/** Windows accepts both separators. */
const forward = (path: string): string => path.replaceAll("\\", "/").replace(/(?<=.)\/+$/, "");

function isInside(path: string, folder: string): boolean {
  const [inner, outer] = [forward(path), forward(folder)];
  return inner === outer || inner.startsWith(outer === "/" ? outer : `${outer}/`);
}

async function expand(disk: Disk, folder: string, parts: readonly string[], depth = 0): Promise<string[]> {
  const [part, ...rest] = parts;
  if (part === undefined) return [folder];
  if (part === "**") {
    const inner = depth >= MAX_DEPTH ? [] : (await disk.list(folder)).filter(({ isFolder }) => isFolder);
    const deeper = inner.map(({ name }) => expand(disk, `${folder}/${name}`, parts, depth + 1));
    return [...(await expand(disk, folder, rest)), ...(await Promise.all(deeper)).flat()];
  }
  if (!part.includes("*")) return expand(disk, `${folder}/${part}`, rest);
  const matches = matcher(part);
  const names = (await disk.list(folder)).map(({ name }) => name).filter(matches);
  return (await Promise.all(names.map((name) => expand(disk, `${folder}/${name}`, rest)))).flat();
}

function matcher(part: string): (name: string) => boolean {
  const pieces = part.split("*").map((piece) => piece.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  // As in a shell, hidden files do not match.
  const pattern = new RegExp(`^(?!\\.)${pieces.join(".*")}$`);
  return (name) => pattern.test(name);
}
