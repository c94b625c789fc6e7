import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi, type Api } from "../../api/client.js";
import { consent, warn, withBar } from "../../ask.js";
import { asCalled, asTyped } from "../../called-as.js";
import { note, say, type Cli } from "../../cli.js";
import { CliError, usageError } from "../../errors.js";
import { withSource, type OpenSource } from "../../import/open-source.js";
import { planImport, type Plan, type PlannedItem } from "../../import/plan-import.js";
import { sendItems, type Destination, type Sent } from "../../import/send-items.js";
import { printJson, table } from "../../output.js";

interface ImportOptions {
  readonly update?: boolean;
  readonly only?: readonly string[];
  readonly namespace?: string;
  readonly team?: string;
  readonly tag?: readonly string[];
  readonly host?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** What is reported of one source, also as JSON. */
interface Report {
  readonly source: { readonly repository: string; readonly commit: string | null };
  readonly batch_id: string | null;
  readonly dry_run: boolean;
  readonly summary: Readonly<Record<string, number>>;
  readonly items: readonly PlannedItem[];
  readonly warnings: readonly string[];
}

/** `tack import` */
export async function importItems(cli: Cli, given: string | undefined, options: ImportOptions): Promise<void> {
  const api = openApi(cli);
  if (options.update) return updateAll(cli, api, given, options);
  if (given === undefined)
    throw usageError("What should be imported?", "Pass a folder, owner/repo or a repository URL");
  const place = await placeOf(api, options);
  const wish = { ...place, tags: options.tag ?? [], only: options.only ?? [] };
  finish(cli, [await importOne(cli, api, { given, wish, options })], options);
}

type Wish = Omit<Destination, "repository" | "commit">;

interface Import {
  readonly given: string;
  readonly wish: Wish;
  readonly options: ImportOptions;
}

/** `tack import --update`: as each source was imported last. */
async function updateAll(cli: Cli, api: Api, given: string | undefined, options: ImportOptions): Promise<void> {
  const sources = await api.call("listMyImports", {});
  const wanted = sources.filter(({ repository }) => given === undefined || repository.includes(given));
  if (wanted.length === 0) {
    throw new CliError("not_found", given ? `You have not imported ${given}.` : "You have not imported anything yet.", {
      remediation: "Import it: tack import <folder | owner/repo | URL>",
    });
  }
  const reports: Report[] = [];
  for (const source of wanted) {
    if (source.repository.startsWith("folder:")) {
      const name = source.repository.replace("folder:", "");
      warn(cli, [`${source.repository} is a folder. Import it from where it is: tack import <path to ${name}>`]);
      continue;
    }
    reports.push(await importOne(cli, api, { given: source.repository, wish: wishOf(source, options), options }));
  }
  finish(cli, reports, options);
}

const wishOf = (source: ReplyOf<"listMyImports">[number], { tag, only }: ImportOptions): Wish => ({
  visibility: source.visibility === "team" ? "team" : "public",
  tags: tag ?? source.tags,
  only: only ?? source.only,
  ...(source.team_id === null ? {} : { team_id: source.team_id }),
});

function importOne(cli: Cli, api: Api, { given, wish, options }: Import): Promise<Report> {
  return withSource(cli, given, options.host, async (source) => {
    const { repository, commit } = source;
    const { namespace, team, only, tag, host } = options;
    const destination = { repository, ...(commit === undefined ? {} : { commit }), ...wish };
    const plan = await planImport(cli, api, source, {
      destination,
      given: asTyped({ namespace, team, only, tag, host }),
    });
    return carryOut(cli, api, { plan, destination, options, source });
  });
}

interface Planned {
  readonly plan: Plan;
  readonly destination: Destination;
  readonly options: ImportOptions;
  readonly source: OpenSource;
}

async function carryOut(cli: Cli, api: Api, { plan, destination, options, source }: Planned): Promise<Report> {
  showPlan(cli, plan, source);
  const count = plan.toSend.length;
  if (options.dryRun || count === 0) return reportOf(source, plan, undefined, options);
  await consent(cli, `Submit ${counted(count, "item")} for review?`, options.yes);
  const sent = await withBar(cli, { what: `Submitting ${counted(count, "item")}`, total: count }, (advance) =>
    sendItems(api, "importItems", { destination, items: plan.toSend, advance }),
  );
  return reportOf(source, plan, sent, options);
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

async function placeOf(api: Api, { namespace, team }: ImportOptions): Promise<Pick<Wish, "team_id" | "visibility">> {
  if (namespace !== undefined && team !== undefined) {
    throw usageError("--namespace and --team cannot be combined.", "--team also limits who sees the items; omit one.");
  }
  if (team !== undefined) return { team_id: await teamId(api, team), visibility: "team" };
  if (namespace === undefined) return { visibility: "public" };
  const { username } = await api.call("getWhoami", {});
  return namespace === username
    ? { visibility: "public" }
    : { team_id: await teamId(api, namespace), visibility: "public" };
}

const teamId = async (api: Api, handle: string): Promise<string> =>
  (await api.call("getTeamByHandle", { params: { handle } })).id;

function reportOf(source: OpenSource, plan: Plan, sent: Sent | undefined, { dryRun }: ImportOptions): Report {
  const results = new Map(sent?.results.map((result) => [`${result.type}\n${result.path}`, result]));
  const unsent = new Map(sent?.unsent.map(({ item, reason }) => [`${item.type}\n${item.path}`, reason]));
  const items = plan.items.map((item): PlannedItem => {
    const key = `${item.type}\n${item.path}`;
    const result = results.get(key);
    const reason = unsent.get(key);
    if (reason !== undefined) return { ...item, status: "refused", reason: `Not sent: ${reason}` };
    if (!result) return item;
    const { version, qualified_name, error } = result;
    // What this run has sent twice, because an answer was lost, is unchanged to the server the second time.
    const status = result.status === "unchanged" ? item.status : result.status;
    return { ...item, status, version, qualified_name, reason: error?.detail ?? null };
  });
  const { repository, commit } = source;
  return {
    source: { repository, commit: commit ?? null },
    batch_id: sent?.batchId ?? null,
    dry_run: dryRun === true,
    summary: summaryOf(items),
    items,
    warnings: plan.warnings,
  };
}

const STATUSES = ["new", "changed", "unchanged", "refused"] as const;

const summaryOf = (items: readonly PlannedItem[]): Readonly<Record<string, number>> =>
  Object.fromEntries(STATUSES.map((status) => [status, items.filter((item) => item.status === status).length]));

/** Unchanged ones are only counted: on a second run that is almost everything. */
function showPlan(cli: Cli, { items, warnings }: Plan, { repository, commit }: OpenSource): void {
  if (cli.flags.output === "json") return;
  say(cli, `${repository}${commit === undefined ? "" : ` at ${commit.slice(0, 12)}`}`);
  const shown = items.filter(({ status }) => status !== "unchanged");
  if (shown.length > 0) {
    const columns = [
      { title: "STATUS", of: ({ status }: PlannedItem) => status },
      { title: "KIND", of: ({ type }: PlannedItem) => type },
      { title: "NAME", of: ({ name }: PlannedItem) => name },
      { title: "VERSION", of: ({ version }: PlannedItem) => version },
      { title: "PATH", of: ({ path }: PlannedItem) => path },
    ];
    say(cli, table(cli, shown, columns));
  }
  tellRefusals(cli, items);
  tellNotes(cli, shown);
  warn(cli, warnings);
  say(cli, `Plan: ${sentenceOf(summaryOf(items))}.`);
}

function tellRefusals(cli: Cli, items: readonly PlannedItem[]): void {
  const refused = items.filter(({ status }) => status === "refused");
  if (refused.length > 0) note(cli, `\nRefused:`);
  for (const { path, reason } of refused) note(cli, `  ${path}: ${reason ?? "unknown reason"}`);
}

function tellNotes(cli: Cli, items: readonly PlannedItem[]): void {
  const noted = items.filter(({ status, notes }) => status !== "refused" && notes.length > 0);
  if (noted.length > 0) note(cli, `\nLeft out or changed:`);
  for (const { path, notes } of noted) for (const each of notes) note(cli, `  ${path}: ${each}`);
}

const sentenceOf = (summary: Readonly<Record<string, number>>): string =>
  STATUSES.map((status) => `${summary[status]} ${status}`).join(", ");

/** Reports every source; the exit code says whether anything was refused. */
function finish(cli: Cli, reports: readonly Report[], { dryRun }: ImportOptions): void {
  const [only] = reports;
  const result = reports.length === 1 ? only : { sources: reports };
  const refused = reports.reduce((sum, { summary }) => sum + (summary["refused"] ?? 0), 0);
  // An error is the only output in JSON, and carries what was done.
  if (cli.flags.output === "json" && (refused === 0 || dryRun)) printJson(cli, result);
  if (dryRun) return;
  for (const { source, summary, batch_id, items } of reports) {
    if (cli.flags.output === "json") break;
    say(cli, `Imported ${source.repository}: ${sentenceOf(summary)}.`);
    for (const { path, reason } of items.filter(({ reason: why }) => why?.startsWith("Not sent:")))
      note(cli, `  ${path}: ${reason}`);
    if (batch_id !== null)
      say(cli, asCalled(cli, `Reviewers can decide on all of it: tack review approve --batch ${batch_id}`));
  }
  if (refused === 0) return;
  throw new CliError("partial", `${counted(refused, "item")} could not be imported.`, {
    result,
    remediation:
      "Fix what the list says, and run the same command again: it submits only what is missing or has changed.",
  });
}
