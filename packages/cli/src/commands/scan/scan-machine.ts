import type { Scope } from "@tackroom/harness";
import { openApi } from "../../api/client.js";
import { consent, warn, withProgress } from "../../ask.js";
import { asCalled, asTyped } from "../../called-as.js";
import { note, say, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { printJson, table, type Column } from "../../output.js";
import { registrable, sendFindings, type Registered } from "../../scan/register.js";
import { scan, type Finding, type ScanResult } from "../../scan/scan.js";
import { readHarness } from "../../harness-option.js";

export interface ScanOptions {
  readonly harness?: readonly string[];
  readonly scope: Scope | "all";
  readonly register?: boolean;
  readonly yes?: boolean;
}

/** `tack scan` */
export async function scanMachine(cli: Cli, options: ScanOptions): Promise<void> {
  const wish = {
    harnesses: options.harness?.map((typed) => readHarness(typed)),
    scopes: options.scope === "all" ? (["user", "project"] as const) : [options.scope],
  };
  const result = await withProgress(cli, "Scanning harness files", () => scan(cli, wish));
  if (options.register) await register(cli, result, options.yes);
  else show(cli, result, asTyped({ harness: options.harness, scope: options.scope === "all" ? [] : options.scope }));
}

const kindOf = ({ type }: Finding): string => type.slice(0, -1);

const COLUMNS: readonly Column<Finding>[] = [
  { title: "TYPE", of: kindOf },
  { title: "NAME", of: ({ name }) => name },
  {
    title: "HARNESS",
    of: ({ harnesses: [first, ...others] }) => (others.length ? `${first} +${others.length}` : first),
  },
  { title: "SCOPE", of: ({ scope }) => scope },
  { title: "FILE", of: ({ file }) => file },
];
const NOTE: Column<Finding> = {
  title: "NOTE",
  of: ({ unregistrable, installed, leftOut }) => {
    if (installed !== undefined) return `installed from ${installed}`;
    return unregistrable?.reason ?? (leftOut && `without ${leftOut.join(", ")}`);
  },
};

function show(cli: Cli, { detected, findings, problems }: ScanResult, given: string): void {
  if (cli.flags.output === "json") {
    const items = findings.map(itemOf);
    const page = { total: items.length, page: 1, page_size: Math.max(items.length, 1) };
    return printJson(cli, { items, ...page, harnesses: detected, problems });
  }
  const names = detected.map(({ id }) => id).join(", ");
  say(cli, detected.length > 0 ? `Harnesses found: ${names}\n` : "No harnesses found on this machine.\n");
  say(cli, findings.length > 0 ? table(cli, findings, columnsFor(findings)) : "Nothing is installed.");
  if (registrable(findings).length > 0)
    say(cli, asCalled(cli, `\nTo register these, run: tack scan${given} --register`));
  warnProblems(cli, problems);
}

/** The format of `-o json`. */
function itemOf(finding: Finding): Record<string, unknown> {
  const { name, harnesses, scope, file, entry, leftOut, unregistrable, installed } = finding;
  return {
    type: kindOf(finding),
    name,
    harnesses,
    scope,
    file,
    entry,
    left_out: leftOut,
    reason: unregistrable?.reason,
    installed,
  };
}

function columnsFor(findings: readonly Finding[]): readonly Column<Finding>[] {
  return findings.some((finding) => NOTE.of(finding) !== undefined) ? [...COLUMNS, NOTE] : COLUMNS;
}

function warnProblems(cli: Cli, problems: ScanResult["problems"]): void {
  warn(
    cli,
    problems.map(({ file, reason }) => (file === "" ? reason : `${file}: ${reason}`)),
  );
}

async function register(cli: Cli, { findings, problems }: ScanResult, yes: boolean | undefined): Promise<void> {
  const api = openApi(cli);
  const sent = registrable(findings);
  const isJson = cli.flags.output === "json";
  if (sent.length > 0 && !(isJson && yes)) (isJson ? note : say)(cli, `${table(cli, sent, columnsFor(sent))}\n`);
  if (!isJson) warnProblems(cli, problems);
  if (sent.length > 0) await consent(cli, questionFor(sent, api.server), yes);
  const registered = await withProgress(cli, "Registering", () => sendFindings(api, sent));
  const left = findings.filter((finding) => !sent.includes(finding));
  const results = [...registered, ...left.map(asSkipped)];
  const failed = [...registered.filter(({ status }) => status === "skipped"), ...left.filter(isError), ...problems];
  const result = { registered: results, summary: summaryOf(results), problems };
  if (!isJson) say(cli, results.length > 0 ? table(cli, results, RESULT_COLUMNS) : "Nothing found.");
  if (failed.length > 0) {
    throw new CliError("partial", `${failed.length} could not be registered.`, {
      remediation: "Fix the reported problems, then run the same command again.",
      result,
    });
  }
  if (isJson) printJson(cli, result);
}

function questionFor(sent: readonly Finding[], server: string): string {
  const how = "including skill files, hook scripts, and agent and prompt texts, but no values of variables or headers";
  return `Submit these ${sent.length} to ${server} for review, ${how}? (For full details: tack scan -o json)`;
}

const isError = ({ unregistrable }: Finding): boolean => unregistrable?.isError === true;

function asSkipped(finding: Finding): Registered {
  const { name, unregistrable, installed } = finding;
  const reason = unregistrable?.reason ?? `Installed from ${installed}.`;
  return { name, id: "", type: kindOf(finding), status: "skipped", reason };
}

function summaryOf(results: readonly Registered[]): Record<Registered["status"], number> {
  const count = (status: Registered["status"]): number => results.filter((result) => result.status === status).length;
  return { created: count("created"), existing: count("existing"), skipped: count("skipped") };
}

const RESULT_COLUMNS: readonly Column<Registered>[] = [
  { title: "TYPE", of: ({ type }) => type },
  { title: "NAME", of: ({ name }) => name },
  { title: "STATUS", of: ({ status }) => status },
  { title: "REASON", of: ({ reason }) => reason },
];
