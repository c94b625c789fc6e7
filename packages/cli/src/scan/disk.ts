import { constants } from "node:fs";
import { access, open, readdir, realpath, stat } from "node:fs/promises";
import { reasonOf } from "../errors.js";

/** Read-only access to a disk. Missing files are not errors. */
export interface Disk {
  /** The sorted names in a folder; empty when it cannot be listed. */
  list(folder: string): Promise<readonly Listed[]>;
  /** The real path after following links; undefined when it does not exist. */
  resolve(path: string): Promise<string | undefined>;
  read(path: string, most: number): Promise<FileRead>;
}

export interface Listed {
  readonly name: string;
  /** A real folder, not a link to one. */
  readonly isFolder: boolean;
}

export type FileRead =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "absent" }
  | { readonly kind: "problem"; readonly reason: string };

/** A folder with more names than this does not contain components. */
const MAX_NAMES = 2000;

export const disk: Disk = {
  async list(folder) {
    try {
      const entries = await readdir(folder, { withFileTypes: true });
      // Sorted before they are limited, so that the selection does not depend on the disk.
      return entries
        .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .slice(0, MAX_NAMES);
    } catch {
      return [];
    }
  },
  async resolve(path) {
    try {
      return await realpath(path);
    } catch {
      return undefined;
    }
  },
  read: readText,
};

async function readText(path: string, most: number): Promise<FileRead> {
  try {
    // A pipe would block the scan until someone writes to it.
    if (!(await stat(path)).isFile()) return { kind: "absent" };
    await using file = await open(path, "r");
    const { size } = await file.stat();
    if (size > most) return { kind: "problem", reason: `Larger than ${Math.round(most / 1024)} KiB.` };
    return { kind: "text", text: (await file.readFile()).toString("utf8") };
  } catch (error) {
    if (isAbsent(error)) return { kind: "absent" };
    return { kind: "problem", reason: `Cannot be read: ${reasonOf(error)}` };
  }
}

function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Whether a file exists and is executable. On Windows, its extension decides. */
export async function isProgram(path: string, isWindows: boolean): Promise<boolean> {
  try {
    await access(path, isWindows ? constants.F_OK : constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
