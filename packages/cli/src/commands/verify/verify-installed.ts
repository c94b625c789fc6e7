import { openApi, type Api } from "../../api/client.js";
import type { Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { getVersion } from "../../install/ask-registry.js";
import { named, readState } from "../../install/desk.js";
import { openLocks } from "../../install/lock-desk.js";
import type { LockedFile, LockedItem, LockedVersion } from "../../install/lock-file.js";
import { checkRow, type RowStatus } from "../../install/locked-rows.js";
import { realPlace } from "../../install/places.js";
import { printList } from "../../output.js";

type Status = "ok" | "changed" | "missing" | "registry differs";

interface Verified {
  readonly type: string;
  readonly qualified_name: string;
  readonly version: string;
  readonly harness: string;
  readonly scope: string;
  readonly status: Status;
  readonly problems: readonly string[];
}

/** `tack verify` */
export async function verifyInstalled(cli: Cli): Promise<void> {
  const api = openApi(cli);
  const items: Verified[] = [];
  const locked = openLocks(cli, api.server).items();
  for (const item of locked) items.push(await verifyItem(cli, api, item, locked));
  const differing = items.filter(({ status }) => status !== "ok");
  // In JSON an error is all that is printed, and has them in it.
  if (differing.length === 0 || cli.flags.output !== "json") show(cli, items);
  if (differing.length === 0) return;
  throw new CliError("conflict", `${differing.length} of ${items.length} are not as tack.lock says.`, {
    remediation: "Install them again, or accept what the registry has now with --update",
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
    "Nothing is installed here.",
  );
}

async function verifyItem(cli: Cli, api: Api, item: LockedItem, locked: readonly LockedItem[]): Promise<Verified> {
  const { type, qualified_name, version, harness, scope } = item;
  const files = item.files.map((row) => ({ status: statusOnDisk(cli, row), what: nameOf(row), row }));
  const onDisk = files.flatMap((file) => {
    if (file.status !== "changed") return file.status === "ok" ? [] : [`${file.what} is ${file.status}`];
    // Two installs may want the same key, as an agent and a server that it comes with: the later one has it.
    const holder = locked.find((other) => other !== item && other.files.some((row) => isHeld(cli, row, file.row)));
    if (!holder) return [`${file.what} is changed`];
    file.status = "ok";
    return [`${file.what} is that of ${holder.qualified_name}`];
  });
  const inRegistry: string[] = [];
  for (const pinned of [item, ...(item.components ?? [])]) inRegistry.push(...(await registryProblems(api, pinned)));
  const status = statusOf(
    files.map((file) => file.status),
    inRegistry,
  );
  return { type, qualified_name, version, harness, scope, status, problems: [...onDisk, ...inRegistry] };
}

const nameOf = ({ path, keys }: LockedFile): string => `${path}${keys ? ` ${keys.join(" ")}` : ""}`;

function statusOnDisk(cli: Cli, row: LockedFile): RowStatus {
  const path = realPlace(cli, row.path);
  try {
    return named(path, () => checkRow(readState(path), row));
  } catch (error) {
    // A file that nobody can read any more is not what was installed.
    if (error instanceof CliError && error.details.resource === path) return "changed";
    throw error;
  }
}

const isHeld = (cli: Cli, row: LockedFile, wanted: LockedFile): boolean =>
  nameOf(row) === nameOf(wanted) && statusOnDisk(cli, row) === "ok";

function statusOf(files: readonly Status[], inRegistry: readonly string[]): Status {
  if (inRegistry.length > 0) return "registry differs";
  return files.find((status) => status === "changed") ?? files.find((status) => status === "missing") ?? "ok";
}

async function registryProblems(
  api: Api,
  { type, id, qualified_name, version, digest }: LockedVersion,
): Promise<string[]> {
  try {
    const listed = await getVersion(api, type, id, version);
    return listed.digest === digest
      ? []
      : [`the registry has ${qualified_name} ${version} as ${listed.digest ?? "nothing"}`];
  } catch (error) {
    const isGone = error instanceof CliError && (error.category === "not_found" || error.details.httpStatus === 410);
    if (isGone) return [`the registry has no ${qualified_name} ${version}`];
    throw error;
  }
}
