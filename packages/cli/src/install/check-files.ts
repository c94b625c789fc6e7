import type { Machine } from "../cli.js";
import { CliError } from "../errors.js";
import { allowedPlaces, requireAllowedRow } from "./allowed-places.js";
import { named, readState, type Desk } from "./desk.js";
import { isSameKey, type LockedFile, type LockedItem, type LockedVersion } from "./lock-file.js";
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
    const isThere = (other: LockedItem, each: LockedFile): boolean =>
      statusOnDisk(machine, other, each, options).status === "ok";
    const holder = holderOf(item, row, locked, isThere);
    if (!holder) return { ...place, status, problem: `${nameOf(row)} was changed` };
    return { ...place, status: isOtherVersion(item, holder) ? status : "ok", problem: heldBy(row, holder) };
  });
}

/** Two installs can set the same key, such as an agent and one of its servers: the later one wins, and holds it. */
const holderOf = (
  item: LockedItem,
  row: LockedFile,
  locked: readonly LockedItem[],
  isThere: (other: LockedItem, row: LockedFile) => boolean,
): LockedItem | undefined =>
  locked.find((other) => other !== item && other.files.some((each) => isSameKey(each)(row) && isThere(other, each)));

const heldBy = (row: LockedFile, { qualified_name: name, version, harness }: LockedItem): string =>
  `${nameOf(row)} belongs to ${name} ${version} in ${harness}`;

const versionsOf = (item: LockedItem): LockedVersion[] => [item, ...(item.components ?? [])];

/** Whether both have the same item in different versions: then the content of one is not what the other stands for. */
const isOtherVersion = (one: LockedItem, other: LockedItem): boolean =>
  versionsOf(one).some((mine) =>
    versionsOf(other).some(({ id, version }) => id === mine.id && version !== mine.version),
  );

/** What installs of another version of the same item have replaced, or will when the desk is written. */
export function displaced(desk: Desk, locked: readonly LockedItem[]): string[] {
  const states = new Map(desk.files().map(({ given, now }) => [given, now.state]));
  const isThere = (_: LockedItem, row: LockedFile): boolean => {
    const state = states.get(row.path);
    return state !== undefined && named(row.path, () => checkRow(state, row)) === "ok";
  };
  return locked.flatMap((item) =>
    item.files.flatMap((row) => {
      if (!states.has(row.path) || isThere(item, row)) return [];
      const holder = holderOf(item, row, locked, isThere);
      if (!holder || !isOtherVersion(item, holder)) return [];
      return [`${heldBy(row, holder)}, and not to ${item.qualified_name} ${item.version} in ${item.harness}.`];
    }),
  );
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
