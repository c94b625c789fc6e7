import type { Api } from "../api/client.js";
import { asTyped } from "../called-as.js";
import type { Cli } from "../cli.js";
import { CliError } from "../errors.js";
import { askInstall, type Listing, type Reply } from "./ask-registry.js";
import { requireArtifacts, type Artifacts } from "./artifacts.js";
import type { Desk } from "./desk.js";
import { ownerOf, type LockDesk } from "./lock-desk.js";
import type { Kind } from "../kinds.js";
import type { LockedItem, LockedVersion, Scope } from "./lock-file.js";
import { planInstall } from "./plan-install.js";
import { requireSameRendering } from "./rendering-changes.js";
import { scopeOfFiles, wantedFiles } from "./wanted-files.js";

export interface InstallOptions {
  readonly harness?: readonly string[] | undefined;
  readonly scope?: Scope | undefined;
  readonly itemVersion?: string | undefined;
  /** Updates the pin in the lockfile. */
  readonly update?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly followLinks?: boolean | undefined;
}

/** The part of these options that a hint for another command has to repeat. */
export const placeAsTyped = ({ harness, scope, followLinks }: InstallOptions): string =>
  asTyped({ harness, scope, followLinks });

/** One item for one harness. */
export interface ToPlace {
  readonly kind: Kind;
  readonly listing: Listing;
  readonly harness: string;
  readonly pinned: LockedItem | undefined;
  /** It is one of all that the lockfile records, and goes before no other one. */
  readonly isRestored?: boolean;
}

export interface Desks {
  readonly api: Api;
  readonly artifacts: Artifacts;
  readonly desk: Desk;
  readonly locks: LockDesk;
}

export interface Placed {
  readonly reply: Reply;
  readonly row: LockedItem;
  readonly overwrites: readonly string[];
}

/** Asks the registry for an item, verifies the answer, and adds it to the desk and its lockfile. */
export async function placeItem(
  cli: Cli,
  desks: Desks,
  { kind, listing, harness, pinned, isRestored }: ToPlace,
  options: InstallOptions,
): Promise<Placed> {
  const { api, desk, locks } = desks;
  const scope = options.scope ?? pinned?.scope;
  const wish = { harness, scope, dryRun: options.dryRun, ...versionWish(pinned, options) };
  const reply = await askInstall(api, cli, { kind, id: listing.id, wish }).catch((error: unknown) => {
    throw wish.digest === undefined || !pinned ? error : ofPinned(error, pinned, placeAsTyped(options));
  });
  const kept = options.update ? undefined : pinned;
  const given = placeAsTyped(options);
  const item = { ...listing, type: kind };
  const versions = await verifiedVersions(desks.artifacts, reply, item, { pinned: kept, given });
  const files = await wantedFiles(cli, reply, { kind, harness, scope });
  const isScoped = kind === "agent" || kind === "skill";
  const actual = isScoped ? (scope ?? scopeInReply(reply)) : scopeOfFiles(files);
  const row = { ...versions, harness, scope: actual, ...platformMember(cli) };
  const former = locks.find(listing.id, kind).find((each) => each.harness === harness && each.scope === actual);
  const { rows, overwrites } = planInstall(desk, {
    owner: ownerOf(cli, row),
    claim: row,
    files,
    locked: former?.files ?? [],
    staysInPlace: isRestored,
  });
  if (kept && former && kept.platform === row.platform) requireSameRendering(former, rows, given);
  const placed = { ...row, files: rows };
  locks.put(placed);
  return { reply, row: placed, overwrites };
}

const CONFLICT = 409;

const platformMember = ({ platform }: Cli): Pick<LockedItem, "platform"> =>
  platform === "win32" ? { platform: "windows" } : {};

/** The reply to install: it matches the lockfile, and its artifacts match their digests. */
async function verifiedVersions(
  artifacts: Artifacts,
  { version, version_id, digest, lock }: Reply,
  { type, id, qualified_name }: Pick<LockedVersion, "type" | "id" | "qualified_name">,
  { pinned, given }: { readonly pinned: LockedItem | undefined; readonly given: string },
): Promise<LockedVersion & Pick<LockedItem, "components">> {
  const components = lock?.components.map(({ source: _source, ...component }) => component);
  const item = { type, id, qualified_name, version, version_id, digest };
  const all = [item, ...(components ?? [])];
  if (pinned) requireSameVersions(pinned, all, given);
  await requireArtifacts(artifacts, all);
  return { ...item, ...(components === undefined ? {} : { components }) };
}

const scopeInReply = ({ config_snippet: snippet }: Reply): Scope => (snippet["scope"] === "user" ? "user" : "project");

/** A pinned version is requested with its digest, so that the registry cannot return anything else. */
function versionWish(
  pinned: LockedItem | undefined,
  options: InstallOptions,
): { version: string | undefined; digest: string | undefined } {
  const { itemVersion, update } = options;
  if (!pinned || update) return { version: itemVersion, digest: undefined };
  if (itemVersion !== undefined && itemVersion !== pinned.version) {
    throw new CliError("conflict", `tack.lock pins ${pinned.qualified_name} to ${pinned.version}.`, {
      resource: pinned.qualified_name,
      remediation: `To pin ${itemVersion} instead, run: tack install ${pinned.type}:${pinned.qualified_name}@${itemVersion} --update${placeAsTyped(options)}`,
    });
  }
  return { version: pinned.version, digest: pinned.digest };
}

/** The registry knows the item by its ID only, and nothing of the lockfile. */
function ofPinned(error: unknown, { type, qualified_name: name, version }: LockedItem, given: string): unknown {
  if (!(error instanceof CliError)) return error;
  const { details, message } = error;
  const item = `${type}:${name}`;
  if (error.category === "not_found") {
    return new CliError(
      "not_found",
      `tack.lock pins ${name} ${version}, which was not found, or you do not have permission to see it. Nothing was written.`,
      {
        ...details,
        resource: name,
        remediation: `Ask its owner or an admin for access. If it was deleted, remove it: tack uninstall ${item}${given}`,
      },
    );
  }
  if (details.httpStatus !== CONFLICT) return error;
  return new CliError("conflict", message, {
    ...details,
    resource: name,
    remediation: `Restore tack.lock from version control. If you trust the registry's content, pin it: tack install ${item} --update --item-version ${version}${given}`,
  });
}

const isSameVersion = (one: LockedVersion) => (other: LockedVersion) =>
  one.id === other.id && one.version === other.version && one.digest === other.digest;

/** A pin includes the exact set of components. */
function requireSameVersions(pinned: LockedItem, fresh: readonly LockedVersion[], given: string): void {
  const locked = [pinned, ...(pinned.components ?? [])];
  const other =
    fresh.find((each) => !locked.some(isSameVersion(each))) ?? locked.find((each) => !fresh.some(isSameVersion(each)));
  if (!other) return;
  throw new CliError(
    "conflict",
    `The registry returned a different ${other.qualified_name} than tack.lock pins for ${pinned.qualified_name}. Nothing was written.`,
    {
      resource: other.qualified_name,
      remediation: `Find out why the registry's content changed, then update the pin: tack install ${pinned.type}:${pinned.qualified_name} --update${given}`,
    },
  );
}
