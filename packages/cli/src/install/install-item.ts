import { openApi, type Api } from "../api/client.js";
import { consent, warn, withProgress } from "../ask.js";
import { isInteractive, note, type Cli } from "../cli.js";
import { CliError } from "../errors.js";
import { printDone } from "../output.js";
import { askInstall, getListing, type Listing, type Reply } from "./ask-registry.js";
import { openArtifacts, requireArtifacts, type Artifacts } from "./artifacts.js";
import { carryOut } from "./carry-out.js";
import { openDesk, type Desk } from "./desk.js";
import { chooseHarnesses } from "./harnesses-here.js";
import { changesOf, openLocks, ownerOf, type LockDesk } from "./lock-desk.js";
import type { Kind } from "../kinds.js";
import type { LockedItem, LockedVersion, Scope } from "./lock-file.js";
import { planInstall } from "./plan-install.js";
import { requireSameRendering } from "./rendering-changes.js";
import { changeOf, showPlan, type PlannedFile } from "./show-plan.js";
import { scopeOfFiles, wantedFiles } from "./wanted-files.js";

export interface InstallOptions {
  readonly harness?: readonly string[] | undefined;
  readonly scope?: Scope | undefined;
  readonly itemVersion?: string | undefined;
  /** Updates the pin in the lockfile. */
  readonly update?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly followLinks?: boolean | undefined;
}

/** Notes about merging are for users who edit the files by hand; tack has already merged them. */
const ADVICE_FOR_CLIENTS = /^(Add each element|Set only these members)\b.*\bkeep every other\b/;

/** `tack agent pull <item>`: installs the agent with all its components. */
export const pullAgent = (cli: Cli, item: string, options: InstallOptions): Promise<void> =>
  installItem(cli, "agent", item, options);

/** `tack registry <kind> install <item>` */
export async function installItem(cli: Cli, kind: Kind, item: string, options: InstallOptions): Promise<void> {
  const api = openApi(cli);
  const locks = openLocks(cli, api.server);
  const desk = openDesk(cli, options);
  const artifacts = openArtifacts(api);
  const listing = await getListing(api, kind, item);
  const locked = locks
    .find(listing.id, kind)
    .filter(({ scope }) => options.scope === undefined || scope === options.scope);
  const harnesses = await chooseHarnesses(cli, {
    given: options.harness ?? [],
    locked: locked.map(({ harness }) => harness),
  });
  const overwrites: string[] = [];
  const warnings: string[] = [];
  const installed: LockedItem[] = [];
  for (const harness of harnesses) {
    const pinned = locked.find((row) => row.harness === harness);
    const asked: Asked = { kind, listing, harness, pinned };
    const { reply, row, replaced } = await withProgress(cli, `Installing into ${harness}`, () =>
      installInto(cli, { api, artifacts, desk, locks }, asked, options),
    );
    warnings.push(...reply.warnings, ...(reply.notes ?? []).filter((each) => !ADVICE_FOR_CLIENTS.test(each)));
    overwrites.push(...replaced);
    installed.push(row);
  }
  const uniqueWarnings = [...new Set(warnings)];
  if (cli.flags.output === "table") warn(cli, uniqueWarnings);
  await writeDesk(
    cli,
    { desk, locks },
    { overwrites, yes: options.yes, question: `Install ${listing.qualified_name}?` },
  );
  printInstalled(cli, listing, { items: installed, changes: describeFiles(desk), warnings: uniqueWarnings });
}

interface Asked {
  readonly kind: Kind;
  readonly listing: Listing;
  readonly harness: string;
  readonly pinned: LockedItem | undefined;
}
interface Desks {
  readonly api: Api;
  readonly artifacts: Artifacts;
  readonly desk: Desk;
  readonly locks: LockDesk;
}

async function installInto(
  cli: Cli,
  desks: Desks,
  { kind, listing, harness, pinned }: Asked,
  options: InstallOptions,
): Promise<{ reply: Reply; row: LockedItem; replaced: readonly string[] }> {
  const { api, desk, locks } = desks;
  const scope = options.scope ?? pinned?.scope;
  const wish = { harness, scope, ...versionWish(pinned, options) };
  const reply = await askInstall(api, cli, { kind, id: listing.id, wish });
  const kept = options.update ? undefined : pinned;
  const versions = await verifiedVersions(desks.artifacts, reply, { ...listing, type: kind }, kept);
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
  });
  if (kept && former && kept.platform === row.platform) requireSameRendering(former, rows);
  const item = { ...row, files: rows };
  locks.put(item);
  return { reply, row: item, replaced: overwrites };
}

const platformMember = ({ platform }: Cli): Pick<LockedItem, "platform"> =>
  platform === "win32" ? { platform: "windows" } : {};

/** The reply to install: it matches the lockfile, and its artifacts match their digests. */
async function verifiedVersions(
  artifacts: Artifacts,
  { version, version_id, digest, lock }: Reply,
  { type, id, qualified_name }: Pick<LockedVersion, "type" | "id" | "qualified_name">,
  pinned: LockedItem | undefined,
): Promise<LockedVersion & Pick<LockedItem, "components">> {
  const components = lock?.components.map(({ source: _source, ...component }) => component);
  const item = { type, id, qualified_name, version, version_id, digest };
  const all = [item, ...(components ?? [])];
  if (pinned) requireSameVersions(pinned, all);
  await requireArtifacts(artifacts, all);
  return { ...item, ...(components === undefined ? {} : { components }) };
}

const scopeInReply = ({ config_snippet: snippet }: Reply): Scope => (snippet["scope"] === "user" ? "user" : "project");

/** A pinned version is requested with its digest, so that the registry cannot return anything else. */
function versionWish(
  pinned: LockedItem | undefined,
  { itemVersion, update }: InstallOptions,
): { version: string | undefined; digest: string | undefined } {
  if (!pinned || update) return { version: itemVersion, digest: undefined };
  if (itemVersion !== undefined && itemVersion !== pinned.version) {
    throw new CliError("conflict", `tack.lock pins ${pinned.qualified_name} to ${pinned.version}.`, {
      resource: pinned.qualified_name,
      remediation: `To pin ${itemVersion} instead, pass --update`,
    });
  }
  return { version: pinned.version, digest: pinned.digest };
}

const isSameVersion = (one: LockedVersion) => (other: LockedVersion) =>
  one.id === other.id && one.version === other.version && one.digest === other.digest;

/** A pin includes the exact set of components. */
function requireSameVersions(pinned: LockedItem, fresh: readonly LockedVersion[]): void {
  const locked = [pinned, ...(pinned.components ?? [])];
  const other =
    fresh.find((each) => !locked.some(isSameVersion(each))) ?? locked.find((each) => !fresh.some(isSameVersion(each)));
  if (!other) return;
  throw new CliError(
    "conflict",
    `The registry returned a different ${other.qualified_name} than tack.lock pins for ${pinned.qualified_name}. Nothing was written.`,
    {
      resource: other.qualified_name,
      remediation: "Find out why the registry's content changed, then update the pin with --update",
    },
  );
}

/** Shows the changes, asks for confirmation, and applies them. */
export async function writeDesk(
  cli: Cli,
  { desk, locks }: Pick<Desks, "desk" | "locks">,
  asked: { readonly overwrites: readonly string[]; readonly yes: boolean | undefined; readonly question: string },
): Promise<void> {
  const changes = changesOf(cli, desk, locks);
  if (changes.length === 0) return;
  const { overwrites, yes, question } = asked;
  showPlan(cli, desk.files());
  if (overwrites.length > 0 && !yes) {
    if (!isInteractive(cli)) throw wouldOverwrite(overwrites);
    for (const overwrite of overwrites) note(cli, `! Replaces ${overwrite}`);
  }
  if (desk.files().some((file) => changeOf(file) !== "unchanged")) await consent(cli, question, yes);
  await carryOut(cli, changes);
}

const wouldOverwrite = (overwrites: readonly string[]): CliError =>
  new CliError("conflict", `This would overwrite content that tack does not manage:\n  ${overwrites.join("\n  ")}`, {
    remediation: "Rename or remove it, or overwrite it with --yes. A backup is kept in ~/.tackroom/backups",
    detail: overwrites,
  });

/** The change of each file, for JSON output. */
export const describeFiles = (desk: Desk): PlannedFile[] =>
  desk.files().map((file) => ({ path: file.given, change: changeOf(file) }));

interface Installed {
  readonly items: readonly LockedItem[];
  readonly changes: readonly PlannedFile[];
  readonly warnings: readonly string[];
}

function printInstalled(cli: Cli, { qualified_name }: Listing, installed: Installed): void {
  const { items, changes } = installed;
  const isNew = changes.some(({ change }) => change !== "unchanged");
  const where = items.map(({ harness, scope }) => `${harness} (${scope})`).join(", ");
  const sentence = `${isNew ? "Installed" : "Already installed:"} ${qualified_name} ${items[0]?.version ?? ""} in ${where}`;
  printDone(cli, sentence, installed);
}
