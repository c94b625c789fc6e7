import { readFileSync, statSync } from "node:fs";
import type { Machine } from "../cli.js";
import { CliError } from "../errors.js";
import { NO_FILE, type FileState } from "./edits.js";
import type { FileAt } from "./file-history.js";
import { realPlace } from "./places.js";
import { Unreadable } from "./text/text-format.js";
import { readHistory } from "./undo-store.js";

type Where = Pick<Machine, "cwd" | "home" | "platform">;

export interface DeskFile {
  /** As the registry names it. */
  readonly given: string;
  readonly path: string;
  readonly found: FileAt;
  readonly now: FileAt;
}

/** Where files are changed before anything is written: several installs of one command see what the others did. */
export interface Desk {
  at(given: string): DeskFile;
  /** Errors of the change are told with the name of the file. */
  change(given: string, change: (file: FileAt) => FileAt): void;
  files(): readonly DeskFile[];
}

export function openDesk(machine: Where): Desk {
  const files = new Map<string, DeskFile>();
  const at = (given: string): DeskFile => {
    const path = realPlace(machine, given);
    const there = files.get(path);
    if (there) return there;
    const found = { state: readState(path), history: readHistory(machine, path) };
    const file = { given, path, found, now: found };
    files.set(path, file);
    return file;
  };
  return {
    at,
    change(given, change) {
      const file = at(given);
      files.set(file.path, { ...file, now: named(file.path, () => change(file.now)) });
    },
    files: () => [...files.values()],
  };
}

export function readState(path: string): FileState {
  try {
    return { bytes: readFileSync(path), mode: statSync(path).mode & 0o777 };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return NO_FILE;
    if (code === "EISDIR" || code === "EACCES" || code === "EPERM") {
      const why = code === "EISDIR" ? "is a folder" : "may not be read";
      throw new CliError("conflict", `${path} ${why}. Nothing was written.`, {
        resource: path,
        remediation: code === "EISDIR" ? "Move it away, then try again." : "Change its permissions, then try again.",
        cause: error,
      });
    }
    throw error;
  }
}

/** A failure to read or change a text, told with its file and line. */
export function named<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unreadable) {
      throw new CliError("validation", `${path} cannot be read at line ${error.line}: ${error.message}.`, {
        resource: path,
        remediation: "Mend the file, then try again. Nothing was written.",
        cause: error,
      });
    }
    if (error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA") {
      throw new CliError("validation", `${path} is not UTF-8. Nothing was written.`, {
        resource: path,
        remediation: "Convert the file, then try again.",
        cause: error,
      });
    }
    if (error instanceof CliError && error.details.resource === undefined) {
      throw new CliError(error.category, `${path}: ${error.message}`, { ...error.details, resource: path });
    }
    throw error;
  }
}
