import { constants } from "node:fs";
import { access, open, readdir, realpath, stat } from "node:fs/promises";
import { reasonOf } from "../errors.js";

/** What a scan asks of a disk. Nothing is ever written, and what is not there is no error. */
export interface Disk {
  /** The names in a folder, in order; none when it cannot be listed. */
  list(folder: string): Promise<readonly Listed[]>;
  /** Where a path really is, links followed; undefined when it leads nowhere. */
  resolve(path: string): Promise<string | undefined>;
  read(path: string, most: number): Promise<FileRead>;
}

export interface Listed {
  readonly name: string;
  /** A folder itself, not a link to one. */
  readonly isFolder: boolean;
}

export type FileRead =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "absent" }
  | { readonly kind: "problem"; readonly reason: string };

/** More names than this in one folder are nobody's components. */
const MAX_NAMES = 2000;

export const disk: Disk = {
  async list(folder) {
    try {
      const entries = await readdir(folder, { withFileTypes: true });
      // In order before they are counted: which ones are left out must not depend on the disk.
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
    // A pipe would keep the scan waiting for someone to write into it.
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

/** Whether a file is there and may be started. Windows has no such mark; there the ending tells. */
export async function isProgram(path: string, isWindows: boolean): Promise<boolean> {
  try {
    await access(path, isWindows ? constants.F_OK : constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
