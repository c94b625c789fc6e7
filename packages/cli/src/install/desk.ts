import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import type { Machine } from "../cli.js";
import { CliError } from "../errors.js";
import { NO_FILE, type FileState } from "./edits.js";
import type { FileAt } from "./file-history.js";
import type { AllowedPlaces } from "./allowed-places.js";
import { realPlace, type LinkOptions } from "./places.js";
import { Unreadable } from "./text/text-format.js";
import { readHistory } from "./undo-store.js";

type Where = Pick<Machine, "cwd" | "home" | "platform">;

export interface DeskFile {
  /** The path as given by the registry. */
  readonly given: string;
  readonly path: string;
  readonly found: FileAt;
  readonly now: FileAt;
}

/** Collects file changes in memory before anything is written, so that several installs of one command see each other's changes. */
export interface Desk {
  /** The file that a path refers to, if the claim allows it. */
  at(given: string, allowed: AllowedPlaces): DeskFile;
  /** Errors are reported with the name of the file. */
  change(file: DeskFile, change: (file: FileAt) => FileAt): void;
  files(): readonly DeskFile[];
}

export type DeskOptions = LinkOptions;

export function openDesk(machine: Where, options: DeskOptions = {}): Desk {
  const files = new Map<string, DeskFile>();
  const at = (given: string, allowed: AllowedPlaces): DeskFile => {
    const path = realPlace(machine, allowed, given, options);
    const there = files.get(path);
    if (there) return there;
    const found = { state: readState(path), history: readHistory(machine, path) };
    const file = { given, path, found, now: found };
    files.set(path, file);
    return file;
  };
  return {
    at,
    change({ path }, change) {
      const file = files.get(path);
      if (file) files.set(path, { ...file, now: named(path, () => change(file.now)) });
    },
    files: () => [...files.values()],
  };
}

const WHY_UNREADABLE: Readonly<Record<string, readonly [why: string, remediation: string]>> = {
  EISDIR: ["is a folder", "Move it away, then retry."],
  EACCES: ["cannot be read (permission denied)", "Change its permissions, then retry."],
  EPERM: ["cannot be read (permission denied)", "Change its permissions, then retry."],
  ELOOP: ["is a symbolic link", "Replace it with the file itself, then retry."],
  ENXIO: ["is not a regular file", "Move it away, then retry."],
};

/** Does not follow links or block on pipes; paths are resolved beforehand. */
export function readState(path: string): FileState {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const info = fstatSync(file);
    if (info.isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
    if (!info.isFile()) throw Object.assign(new Error("a device or pipe"), { code: "ENXIO" });
    return { bytes: readFileSync(file), mode: info.mode & 0o777 };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "ENOTDIR") return NO_FILE;
    const [why, remediation] = WHY_UNREADABLE[code] ?? [];
    if (why === undefined) throw error;
    throw new CliError("conflict", `${path} ${why}. Nothing was written.`, {
      resource: path,
      remediation,
      cause: error,
    });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** A failure to read or edit a text, reported with its file and line. */
export function named<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unreadable) {
      throw new CliError("validation", `Cannot parse ${path} at line ${error.line}: ${error.message}.`, {
        resource: path,
        remediation: "Fix the file, then retry. Nothing was written.",
        cause: error,
      });
    }
    if (error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA") {
      throw new CliError("validation", `${path} is not valid UTF-8. Nothing was written.`, {
        resource: path,
        remediation: "Convert the file to UTF-8, then retry.",
        cause: error,
      });
    }
    if (error instanceof CliError && error.details.resource === undefined) {
      throw new CliError(error.category, `${path}: ${error.message}`, { ...error.details, resource: path });
    }
    throw error;
  }
}
