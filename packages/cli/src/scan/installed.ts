import { join } from "node:path";
import type { Machine } from "../cli.js";
import { lockPath } from "../install/lock-file.js";
import { formatOf, valueDigest } from "../install/locked-rows.js";
import { readText } from "../install/text/merge-text.js";
import { partsOf, valueAt } from "../install/text/values.js";
import { disk } from "./disk.js";

const MAX_FILE_SIZE = 32 * 1024 * 1024;

/** The part of `tack.lock` that lists the files of an install. */
interface Lock {
  readonly items?: readonly {
    readonly qualified_name?: string;
    readonly files?: readonly {
      readonly path?: string;
      readonly sha256?: string;
      readonly mode?: string;
      readonly keys?: readonly string[];
    }[];
  }[];
}

interface Place {
  readonly file: string;
  readonly pointer?: string;
}

/** Finds the registry item that each finding was installed from, using the lockfiles of the project and the user. */
export async function withInstalled<Found extends Place>(
  machine: Machine,
  findings: readonly Found[],
): Promise<(Found & { installed?: string })[]> {
  const written = await readWritten(machine);
  const labeled: (Found & { installed?: string })[] = [];
  for (const finding of findings) {
    const { file, pointer = "" } = finding;
    const installed =
      written.get(nameOf(file, pointer)) ??
      written.get(nameOf(file, "")) ??
      written.get(nameOf(file, await elementName(machine, finding)));
    labeled.push(installed === undefined ? finding : { ...finding, installed });
  }
  return labeled;
}

const nameOf = (file: string, key: string): string => JSON.stringify([file, key]);

/** Maps files and keys to items. List elements are identified by their content, because their index may change. */
async function readWritten(machine: Machine): Promise<Map<string, string>> {
  const written = new Map<string, string>();
  for (const scope of ["user", "project"] as const) {
    const { items = [] } = await readLock(lockPath(machine, scope));
    for (const { qualified_name: name = "", files = [] } of items) {
      for (const { path = "", sha256 = "", mode, keys = [] } of files) {
        for (const key of mode === "merged" ? keys : [""]) {
          written.set(nameOf(path, key.endsWith("/-") ? `${key} ${sha256}` : key), name);
        }
      }
    }
  }
  return written;
}

async function elementName({ home, cwd }: Machine, { file, pointer = "" }: Place): Promise<string> {
  const [, list, index] = /^(.*)\/(\d+)$/.exec(pointer) ?? [];
  if (list === undefined || index === undefined) return pointer;
  const path = file.startsWith("~/") ? join(home, file.slice(2)) : join(cwd, file);
  const read = await disk.read(path, MAX_FILE_SIZE);
  if (read.kind !== "text") return pointer;
  try {
    const elements = valueAt(readText(formatOf(path), read.text), partsOf(list));
    return `${list}/- ${valueDigest(Array.isArray(elements) ? elements[Number(index)] : undefined)}`;
  } catch {
    // The scan could read it, but it parses more leniently than an install.
    return pointer;
  }
}

/** An unreadable lockfile is reported by the commands that need it. */
async function readLock(path: string): Promise<Lock> {
  const read = await disk.read(path, MAX_FILE_SIZE);
  try {
    const value: unknown = read.kind === "text" ? JSON.parse(read.text) : {};
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
