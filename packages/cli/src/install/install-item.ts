import { openApi } from "../api/client.js";
import { warn, withProgress } from "../ask.js";
import { asCalled } from "../called-as.js";
import { note, type Cli } from "../cli.js";
import { CliError } from "../errors.js";
import { printDone, printJson } from "../output.js";
import { paint } from "../paint.js";
import { getListing, type Listing } from "./ask-registry.js";
import { openArtifacts } from "./artifacts.js";
import { openDesk } from "./desk.js";
import { displaced } from "./check-files.js";
import { chooseHarnesses } from "./harnesses-here.js";
import { openLocks } from "./lock-desk.js";
import type { Kind } from "../kinds.js";
import { lockPath, readLock, type LockedItem } from "./lock-file.js";
import { placeAsTyped, placeItem, type Desks, type InstallOptions, type ToPlace } from "./place-item.js";
import type { PlannedFile } from "./show-plan.js";
import { describeFiles, DRY_RUN, writeDesk } from "./write-desk.js";

export type { InstallOptions } from "./place-item.js";

/** Notes about merging are for users who edit the files by hand; tack has already merged them. */
const ADVICE_FOR_CLIENTS = /^(Add each element|Set only these members)\b.*\bkeep every other\b/;

/** `tack agent pull <item>`: installs the agent with all its components. */
export const pullAgent = (cli: Cli, item: string, options: InstallOptions): Promise<void> =>
  installItem(cli, "agent", item, options);

/** `tack registry <kind> install <item>` */
export const installItem = (cli: Cli, kind: Kind, item: string, options: InstallOptions): Promise<void> =>
  installItems(cli, [{ kind, item }], options);

export interface ToInstall {
  readonly kind: Kind;
  readonly item: string;
  readonly version?: string | undefined;
}

/** Installs several items with one plan and one question: all of them, or none. */
export async function installItems(cli: Cli, items: readonly ToInstall[], options: InstallOptions): Promise<void> {
  const desks = openDesks(cli, options);
  const tasks: Task[] = [];
  const latest = new Map<string, string>();
  for (const { kind, item, version } of items) {
    const listing = await getListing(desks.api, kind, item);
    const own = { ...options, itemVersion: version ?? options.itemVersion };
    // Who asks for a version knows that there are others.
    if (own.itemVersion === undefined) latest.set(listing.id, listing.version);
    tasks.push(...(await placesOf(cli, desks, { kind, listing }, own)).map((place) => ({ place, options: own })));
  }
  const installed = await carryOutTasks(cli, desks, tasks, { verb: "Install", options });
  printInstalled(cli, installed, options);
  if (options.update || cli.flags.output === "json") return;
  tellOfNewer(cli, installed.items, { latest, given: placeAsTyped(options) });
}

/** What is pinned stays as it is; that there is something newer must not go unnoticed. */
function tellOfNewer(
  cli: Cli,
  items: readonly LockedItem[],
  { latest, given }: { readonly latest: ReadonlyMap<string, string>; readonly given: string },
): void {
  const behind = items.filter(({ id, version }) => latest.has(id) && latest.get(id) !== version);
  for (const [name, id] of new Map(behind.map((row) => [row.qualified_name, row.id]))) {
    const says = `! ${name} ${latest.get(id) ?? ""} is available. To get it, run: tack update ${name}${given}`;
    note(cli, paint(cli).yellow(asCalled(cli, says)));
  }
}

/** `tack install` without a name: exactly what the lockfile records, as `npm ci`. */
export async function installLocked(cli: Cli, options: InstallOptions): Promise<void> {
  printInstalled(cli, await restoreLocked(cli, options), options);
}

export async function restoreLocked(cli: Cli, options: InstallOptions): Promise<Installed> {
  const { scope = "project" } = options;
  const harnesses = options.harness ? await chooseHarnesses(cli, { given: options.harness, locked: [] }) : undefined;
  const path = lockPath(cli, scope);
  const lock = readLock(path);
  if (!lock || lock.items.length === 0) {
    throw new CliError("not_found", lock ? `${path} has no items.` : `There is no ${path}.`, {
      resource: path,
      remediation: "Install something by name: tack install <name>. To find it: tack search <words>",
    });
  }
  const desks = openDesks(cli, options);
  const rows = lock.items.filter(({ harness }) => harnesses?.includes(harness) ?? true);
  // The names in the lockfile are used: what was renamed or archived since is still installed as it is pinned.
  const tasks = rows.map((row): Task => ({
    place: { kind: row.type, listing: row, harness: row.harness, pinned: row, isRestored: true },
    options: { ...options, scope: row.scope, itemVersion: undefined, update: false },
  }));
  return carryOutTasks(cli, desks, tasks, { verb: "Install", options });
}

/** Pins the rows of the lockfiles to other versions. */
export async function updateItems(
  cli: Cli,
  rows: readonly { readonly row: LockedItem; readonly latest: string }[],
  options: InstallOptions,
): Promise<void> {
  const desks = openDesks(cli, options);
  const tasks = rows.map(({ row, latest }): Task => ({
    place: { kind: row.type, listing: row, harness: row.harness, pinned: row },
    options: { ...options, scope: row.scope, itemVersion: latest, update: true },
  }));
  printInstalled(cli, await carryOutTasks(cli, desks, tasks, { verb: "Update", options }), options, "Updated");
}

interface Task {
  readonly place: ToPlace;
  readonly options: InstallOptions;
}

function openDesks(cli: Cli, options: InstallOptions): Desks {
  const api = openApi(cli);
  return { api, artifacts: openArtifacts(api), desk: openDesk(cli, options), locks: openLocks(cli, api.server) };
}

/** The harnesses that an item goes into, each with its pin. */
async function placesOf(
  cli: Cli,
  { locks }: Desks,
  { kind, listing }: { readonly kind: Kind; readonly listing: Listing },
  { scope, harness: given = [] }: InstallOptions,
): Promise<ToPlace[]> {
  const locked = locks.find(listing.id, kind).filter((row) => scope === undefined || row.scope === scope);
  const harnesses = await chooseHarnesses(cli, { given, locked: locked.map(({ harness }) => harness) });
  return harnesses.map((harness) => ({
    kind,
    listing,
    harness,
    pinned: locked.find((row) => row.harness === harness),
  }));
}

interface Installed {
  readonly items: readonly LockedItem[];
  readonly changes: readonly PlannedFile[];
  readonly warnings: readonly string[];
}

async function carryOutTasks(
  cli: Cli,
  desks: Desks,
  tasks: readonly Task[],
  { verb, options }: { readonly verb: string; readonly options: InstallOptions },
): Promise<Installed> {
  const overwrites: string[] = [];
  const warnings: string[] = [];
  const items: LockedItem[] = [];
  for (const { place, options: own } of tasks) {
    const what = `Preparing ${place.listing.qualified_name} for ${place.harness}`;
    const placed = await withProgress(cli, what, () => placeItem(cli, desks, place, own));
    const { reply } = placed;
    warnings.push(...reply.warnings, ...(reply.notes ?? []).filter((each) => !ADVICE_FOR_CLIENTS.test(each)));
    overwrites.push(...placed.overwrites);
    items.push(placed.row);
  }
  const uniqueWarnings = [...new Set([...warnings, ...displaced(desks.desk, desks.locks.items())])];
  if (cli.flags.output === "table") warn(cli, uniqueWarnings);
  const names = [...new Set(items.map(({ qualified_name }) => qualified_name))];
  const { yes, dryRun } = options;
  await writeDesk(cli, desks, { overwrites, yes, dryRun, question: `${verb} ${names.join(", ")}?` });
  return { items, changes: describeFiles(desks.desk), warnings: uniqueWarnings };
}

function printInstalled(cli: Cli, installed: Installed, { dryRun }: InstallOptions, done = "Installed"): void {
  if (cli.flags.output === "json") return printJson(cli, { ...installed, ...(dryRun ? { dry_run: true } : {}) });
  if (dryRun) return note(cli, DRY_RUN);
  const changed = new Set(installed.changes.filter(({ change }) => change !== "unchanged").map(({ path }) => path));
  const keys = new Set(installed.items.map(({ type, id }) => `${type} ${id}`));
  for (const key of keys) {
    const rows = installed.items.filter(({ type, id }) => `${type} ${id}` === key);
    const isNew = done === "Updated" || rows.some(({ files }) => files.some(({ path }) => changed.has(path)));
    const where = rows.map(({ harness, scope }) => `${harness} (${scope})`).join(", ");
    const [first] = rows;
    const verb = isNew ? done : "Already installed:";
    printDone(cli, `${verb} ${first?.qualified_name ?? ""} ${first?.version ?? ""} in ${where}`, installed);
  }
}
