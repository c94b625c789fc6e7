import { openApi } from "../../api/client.js";
import { withProgress } from "../../ask.js";
import type { Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { allowedPlaces, requireAllowedRow } from "../../install/allowed-places.js";
import { named, readState } from "../../install/desk.js";
import { openLocks } from "../../install/lock-desk.js";
import type { LockedFile, LockedItem } from "../../install/lock-file.js";
import { checkRow, type RowStatus } from "../../install/locked-rows.js";
import { realPlace, type LinkOptions } from "../../install/places.js";
import { printList } from "../../output.js";
import { openRegistryCheck, type CheckedRegistry, type CheckedVersion } from "./check-registry.js";

export interface VerifyOptions extends LinkOptions {
  /** Checks only the files, without contacting the registry. */
  readonly offline?: boolean | undefined;
}

type FileStatus = RowStatus | "refused";
type Status = FileStatus | "registry differs" | "cannot be checked any more";

interface CheckedFile {
  readonly path: string;
  readonly keys?: readonly string[];
  readonly status: FileStatus;
  readonly problem?: string;
}

interface Verified {
  readonly type: string;
  readonly qualified_name: string;
  readonly version: string;
  readonly harness: string;
  readonly scope: string;
  readonly status: Status;
  readonly problems: readonly string[];
  readonly files: readonly CheckedFile[];
  /** Absent when the registry was not contacted. */
  readonly versions?: readonly CheckedVersion[];
}

/** `tack verify` */
export async function verifyInstalled(cli: Cli, options: VerifyOptions): Promise<void> {
  const api = openApi(cli);
  const locked = openLocks(cli, api.server).items();
  const checkRegistry = openRegistryCheck(api);
  const items: Verified[] = [];
  for (const item of locked) {
    const registry = options.offline
      ? undefined
      : await withProgress(cli, `Checking ${item.qualified_name}`, () => checkRegistry(item));
    items.push(verified(item, checkFiles(cli, item, locked, options), registry));
  }
  const differing = items.filter(({ status }) => status !== "ok");
  // In JSON, only the error is printed, and it contains the items.
  if (differing.length === 0 || cli.flags.output !== "json") show(cli, items);
  if (differing.length === 0) return;
  throw new CliError("conflict", `${differing.length} of ${items.length} items do not match tack.lock.`, {
    remediation: "Reinstall them, or accept the registry's current content with --update",
    result: { items: differing },
  });
}

function show(cli: Cli, items: readonly Verified[]): void {
  printList(
    cli,
    { items, total: items.length },
    [
      { title: "TYPE", of: ({ type }) => type },
      { title: "ITEM", of: (item) => item.qualified_name },
      { title: "VERSION", of: ({ version }) => version },
      { title: "HARNESS", of: ({ harness }) => harness },
      { title: "SCOPE", of: ({ scope }) => scope },
      { title: "STATUS", of: ({ status }) => status },
      { title: "WHY", of: ({ problems }) => problems.join("; ") },
    ],
    "Nothing is installed.",
  );
}

function verified(item: LockedItem, files: readonly CheckedFile[], registry: CheckedRegistry | undefined): Verified {
  const { type, qualified_name, version, harness, scope } = item;
  const { problems = [], gone = [], versions } = registry ?? {};
  return {
    type,
    qualified_name,
    version,
    harness,
    scope,
    status: statusOf(files, problems, gone),
    problems: [...files.flatMap(({ problem }) => problem ?? []), ...problems, ...gone],
    files,
    ...(versions === undefined ? {} : { versions }),
  };
}

/** The most severe finding. */
function statusOf(files: readonly CheckedFile[], problems: readonly string[], gone: readonly string[]): Status {
  const has = (status: FileStatus): boolean => files.some((file) => file.status === status);
  if (has("refused")) return "refused";
  if (problems.length > 0) return "registry differs";
  if (has("changed")) return "changed";
  if (has("missing")) return "missing";
  return gone.length > 0 ? "cannot be checked any more" : "ok";
}

const nameOf = ({ path, keys }: Pick<LockedFile, "path" | "keys">): string => [path, ...(keys ?? [])].join(" ");

function checkFiles(cli: Cli, item: LockedItem, locked: readonly LockedItem[], options: LinkOptions): CheckedFile[] {
  return item.files.map((row): CheckedFile => {
    const { path, keys } = row;
    const place = keys === undefined ? { path } : { path, keys };
    const { status, problem } = statusOnDisk(cli, item, row, options);
    if (status !== "changed") {
      if (status === "ok") return { ...place, status };
      return { ...place, status, problem: problem ?? `${nameOf(row)} is ${status}` };
    }
    // Two installs can set the same key, such as an agent and one of its servers: the later one wins.
    const isHeld = (other: LockedItem): boolean =>
      other !== item &&
      other.files.some(
        (each) => nameOf(each) === nameOf(row) && statusOnDisk(cli, other, each, options).status === "ok",
      );
    const holder = locked.find(isHeld);
    return holder
      ? { ...place, status: "ok", problem: `${nameOf(row)} belongs to ${holder.qualified_name}` }
      : { ...place, status, problem: `${nameOf(row)} was changed` };
  });
}

/** A lockfile may come from an untrusted repository: paths that it must not name are not even read. */
function statusOnDisk(
  cli: Cli,
  item: LockedItem,
  row: LockedFile,
  options: LinkOptions,
): { readonly status: FileStatus; readonly problem?: string } {
  let path: string;
  try {
    const allowed = allowedPlaces(item);
    requireAllowedRow(allowed, row);
    path = realPlace(cli, allowed, row.path, options);
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
