import type { Machine } from "../cli.js";
import { CliError } from "../errors.js";
import { allowedPlaces, requireAllowedRow } from "./allowed-places.js";
import { named, readState } from "./desk.js";
import type { LockedFile, LockedItem } from "./lock-file.js";
import { checkRow, type RowStatus } from "./locked-rows.js";
import { realPlace, type LinkOptions } from "./places.js";

type Where = Pick<Machine, "cwd" | "home" | "platform">;

export type FileStatus = RowStatus | "refused";

export interface CheckedFile {
  readonly path: string;
  readonly keys?: readonly string[];
  readonly status: FileStatus;
  readonly problem?: string;
}

const BY_SEVERITY: readonly FileStatus[] = ["refused", "changed", "missing"];

export const worstOf = (files: readonly CheckedFile[]): FileStatus =>
  BY_SEVERITY.find((status) => files.some((file) => file.status === status)) ?? "ok";

const nameOf = ({ path, keys }: Pick<LockedFile, "path" | "keys">): string => [path, ...(keys ?? [])].join(" ");

/** The files of an install, compared with the lockfile, without contacting the registry. */
export function checkFiles(
  machine: Where,
  item: LockedItem,
  locked: readonly LockedItem[],
  options: LinkOptions,
): CheckedFile[] {
  return item.files.map((row): CheckedFile => {
    const { path, keys } = row;
    const place = keys === undefined ? { path } : { path, keys };
    const { status, problem } = statusOnDisk(machine, item, row, options);
    if (status !== "changed") {
      if (status === "ok") return { ...place, status };
      return { ...place, status, problem: problem ?? `${nameOf(row)} is ${status}` };
    }
    // Two installs can set the same key, such as an agent and one of its servers: the later one wins.
    const isHeld = (other: LockedItem): boolean =>
      other !== item &&
      other.files.some(
        (each) => nameOf(each) === nameOf(row) && statusOnDisk(machine, other, each, options).status === "ok",
      );
    const holder = locked.find(isHeld);
    return holder
      ? { ...place, status: "ok", problem: `${nameOf(row)} belongs to ${holder.qualified_name}` }
      : { ...place, status, problem: `${nameOf(row)} was changed` };
  });
}

/** A lockfile may come from an untrusted repository: paths that it must not name are not even read. */
function statusOnDisk(
  machine: Where,
  item: LockedItem,
  row: LockedFile,
  options: LinkOptions,
): { readonly status: FileStatus; readonly problem?: string } {
  let path: string;
  try {
    const allowed = allowedPlaces(item);
    requireAllowedRow(allowed, row);
    path = realPlace(machine, allowed, row.path, options);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { status: "refused", problem: error.message.replace(/ Nothing was written\.$/, "") };
  }
  try {
    return { status: named(path, () => checkRow(readState(path), row)) };
  } catch (error) {
    // A file that can no longer be read is not what was installed.
    if (error instanceof CliError && error.details.resource === path) return { status: "changed" };
    throw error;
  }
}
