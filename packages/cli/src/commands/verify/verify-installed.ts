import { openApi } from "../../api/client.js";
import { withProgress } from "../../ask.js";
import { asTyped } from "../../called-as.js";
import type { Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { checkFiles, worstOf, type CheckedFile, type FileStatus } from "../../install/check-files.js";
import { openLocks } from "../../install/lock-desk.js";
import type { LockedItem } from "../../install/lock-file.js";
import type { LinkOptions } from "../../install/places.js";
import { printList } from "../../output.js";
import { openRegistryCheck, type CheckedRegistry, type CheckedVersion } from "./check-registry.js";

export interface VerifyOptions extends LinkOptions {
  /** Checks only the files, without contacting the registry. */
  readonly offline?: boolean | undefined;
}

type Status = FileStatus | "registry differs" | "can no longer be checked";

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
    remediation: remedyFor(differing, asTyped({ followLinks: options.followLinks })),
    result: { items: differing },
  });
}

/** Files are restored from the registry; what differs there can only be accepted. */
function remedyFor(items: readonly Verified[], given: string): string {
  const namesOf = (isMeant: (status: Status) => boolean): string =>
    [...new Set(items.filter(({ status }) => isMeant(status)).map((item) => item.qualified_name))].join(" ");
  const [restored, accepted, gone] = [
    namesOf((status) => status === "changed" || status === "missing"),
    namesOf((status) => status === "registry differs"),
    namesOf((status) => status === "refused" || status === "can no longer be checked"),
  ];
  return [
    ...(restored === "" ? [] : [`Restore the files: tack install ${restored}${given}`]),
    ...(accepted === ""
      ? []
      : [`If you trust the registry's current content, pin it: tack install ${accepted} --update${given}`]),
    ...(gone === "" ? [] : [`Remove what you do not trust: tack uninstall ${gone}${given}`]),
  ].join("\n  ");
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
  const { problems = [], gone = [], yanked = [], versions } = registry ?? {};
  return {
    type,
    qualified_name,
    version,
    harness,
    scope,
    status: statusOf(files, problems, gone),
    problems: [...files.flatMap(({ problem }) => problem ?? []), ...problems, ...gone, ...yanked],
    files,
    ...(versions === undefined ? {} : { versions }),
  };
}

/** The most severe finding. */
function statusOf(files: readonly CheckedFile[], problems: readonly string[], gone: readonly string[]): Status {
  const status = worstOf(files);
  if (status === "refused") return status;
  if (problems.length > 0) return "registry differs";
  if (status !== "ok") return status;
  return gone.length > 0 ? "can no longer be checked" : "ok";
}
