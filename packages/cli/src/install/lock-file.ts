import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "../cli.js";
import { CliError } from "../errors.js";
import { parseName, TYPE_OF, type Kind } from "../kinds.js";
import { tackDirectory } from "../tack-directory.js";

export type Scope = "project" | "user";

/** What `verify` checks and `uninstall` reverts. In a shared file, each of our keys has its own row. */
export interface LockedFile {
  /** The path as given by the registry: `~/…`, or relative to the project. */
  readonly path: string;
  /** The hash of the bytes or, for a key, of its value as canonical JSON, so that other changes to the file do not matter. */
  readonly sha256: string;
  readonly mode: "owned" | "merged";
  readonly keys?: readonly string[];
}

/** Whether two rows refer to the same place. */
export const isSameKey =
  (one: LockedFile) =>
  (other: LockedFile): boolean =>
    one.path === other.path && String(one.keys) === String(other.keys);

export interface LockedVersion {
  readonly type: Kind;
  readonly id: string;
  readonly qualified_name: string;
  readonly version: string;
  readonly version_id: string;
  readonly digest: string;
}

export interface LockedItem extends LockedVersion {
  readonly harness: string;
  readonly scope: Scope;
  /** Hook commands differ on this platform, so the files of the same version differ too. Absent: any other platform. */
  readonly platform?: "windows";
  readonly components?: readonly LockedVersion[];
  readonly files: readonly LockedFile[];
}

export interface LockFile {
  readonly lockfile_version: 1;
  readonly server: string;
  readonly items: readonly LockedItem[];
}

export const lockPath = (machine: Pick<Machine, "cwd" | "home">, scope: Scope): string =>
  scope === "project" ? join(machine.cwd, "tack.lock") : join(tackDirectory(machine), "tack.lock");

export function readLock(path: string): LockFile | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  const value = parsed(text);
  // Its other members may look different, and must not be taken for damage: the pins would be lost with the file.
  const version = versionOf(value);
  if (version !== undefined && version > LOCKFILE_VERSION) {
    throw new CliError("validation", `${path} was written by a newer version of tack (lockfile_version ${version}).`, {
      resource: path,
      remediation: "Update tack: tack self-update",
    });
  }
  if (version === LOCKFILE_VERSION && isLock(value)) return value;
  throw new CliError("validation", `${path} is not a valid tack lockfile.`, {
    resource: path,
    remediation: "Restore it from version control, or delete it and reinstall.",
  });
}

const LOCKFILE_VERSION = 1;

function versionOf(value: unknown): number | undefined {
  const version =
    typeof value === "object" && value !== null && "lockfile_version" in value ? value.lockfile_version : undefined;
  return Number.isInteger(version) ? Number(version) : undefined;
}

/** Undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isLock(value: unknown): value is LockFile {
  if (typeof value !== "object" || value === null) return false;
  return "server" in value && typeof value.server === "string" && "items" in value && isItems(value.items);
}

function isItems(items: unknown): boolean {
  return (
    Array.isArray(items) &&
    items.every((item: Partial<LockedItem> | null) => {
      const texts = [item?.id, item?.qualified_name, item?.version, item?.digest, item?.harness];
      const isKnown = item?.type !== undefined && Object.hasOwn(TYPE_OF, item.type);
      return isKnown && texts.every((text) => typeof text === "string") && isFiles(item.files);
    })
  );
}

function isFiles(files: unknown): boolean {
  return (
    Array.isArray(files) &&
    files.every((row: Partial<LockedFile> | null) => {
      const texts: unknown[] = [row?.path, row?.sha256, ...(Array.isArray(row?.keys) ? row.keys : [])];
      return texts.every((text) => typeof text === "string") && (row?.mode === "owned" || row?.mode === "merged");
    })
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Sorted by type, name and the remaining identity, with members in a fixed order, so that equal content gives equal bytes. */
export function lockText({ server, items }: LockFile): string {
  const sorted = items.toSorted(
    (one, other) =>
      compare(one.type, other.type) ||
      compare(one.qualified_name, other.qualified_name) ||
      compare(one.harness, other.harness),
  );
  return `${JSON.stringify({ lockfile_version: 1, server, items: sorted.map(ordered) }, null, 2)}\n`;
}

const orderedVersion = ({ type, id, qualified_name, version, version_id, digest }: LockedVersion): LockedVersion => ({
  type,
  id,
  qualified_name,
  version,
  version_id,
  digest,
});

const byName = (one: LockedVersion, other: LockedVersion): number =>
  compare(one.type, other.type) || compare(one.qualified_name, other.qualified_name);

const byPath = (one: LockedFile, other: LockedFile): number =>
  compare(one.path, other.path) ||
  compare(one.keys?.[0] ?? "", other.keys?.[0] ?? "") ||
  compare(one.sha256, other.sha256);

function ordered(item: LockedItem): LockedItem {
  const { harness, scope, platform, components, files } = item;
  return {
    ...orderedVersion(item),
    harness,
    scope,
    ...(platform === undefined ? {} : { platform }),
    ...(components === undefined ? {} : { components: components.toSorted(byName).map(orderedVersion) }),
    files: files
      .toSorted(byPath)
      .map(({ path, sha256, mode, keys }) => ({ path, sha256, mode, ...(keys ? { keys } : {}) })),
  };
}

/** The rows of an item, found by its ID, full name or short name, each with or without its kind. */
export function findLocked(lock: LockFile | undefined, typed: string, type?: Kind): LockedItem[] {
  const { kind = type, name } = parseName(typed);
  return (lock?.items ?? []).filter(
    (item) =>
      (kind === undefined || item.type === kind) &&
      (type === undefined || item.type === type) &&
      (item.id === name || item.qualified_name === name || item.qualified_name.split("/")[1] === name),
  );
}
