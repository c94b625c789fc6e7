import { openApi } from "../../api/client.js";
import { consent, warn } from "../../ask.js";
import { note, type Cli } from "../../cli.js";
import { printDone, printJson } from "../../output.js";
import { oneLine } from "../../printable.js";
import { addFoundInRepository } from "../../submit/analyze-repository.js";
import { readSubmission, type SubmitOptions } from "../../submit/read-submission.js";
import { isGitUrl } from "../../submit/source.js";
import type { Draft } from "../../submit/submission.js";
import { callOf, type Kind } from "../../kinds.js";
import { readStandardInput } from "../api/standard-input.js";
import { belongsToItem, releaseBody } from "./release-body.js";
import { NOTHING_SENT } from "../../dry-run.js";

type Options = SubmitOptions & { readonly yes?: boolean; readonly dryRun?: boolean };

/** Warnings and risks that a reviewer will see. */
interface Noticed {
  readonly risk_signals?: readonly { readonly severity: string; readonly message: string }[];
  readonly warnings?: readonly string[];
}

/** `tack registry <kind> submit` */
export function submitOf(kind: Kind) {
  return async (cli: Cli, source: string | undefined, ...more: unknown[]): Promise<void> => {
    const options = more.at(-1) as Options;
    // Only MCP servers have a command behind their name.
    const words = more.length > 1 ? (more[0] as readonly string[]) : [];
    const api = openApi(cli);
    const isRepository = kind === "mcp" && source !== undefined && isGitUrl(source) && words.length === 0;
    const lookInto = (draft: Draft): Promise<Draft> => addFoundInRepository(cli, api, draft);
    const given = kind === "mcp" ? await givenServer(cli, source, words, options) : {};
    const body = await readSubmission(cli, kind, source, { ...options, ...given, ...(isRepository && { lookInto }) });
    if (options.dryRun) return tellUnsent(cli, `Would submit the ${kind} ${body.name} ${body.version}`, body);
    await consent(cli, `Submit the ${kind} ${body.name} ${body.version} to ${api.server}?`, options.yes);
    const item = await api.call(callOf(kind, "submitItem"), { body });
    warnOfRisks(cli, item);
    printDone(cli, `${item.qualified_name} ${item.version} is waiting for review.`, item);
  };
}

/** `submit tickets -- npx -y …`, or `submit -` with a configuration on standard input. */
async function givenServer(
  cli: Cli,
  source: string | undefined,
  words: readonly string[],
  { name }: Options,
): Promise<Pick<SubmitOptions, "draft">> {
  if (source === "-") {
    const { readPastedServer } = await import("../../submit/read-pasted.js");
    return { draft: readPastedServer(cli, await readStandardInput(cli, { waits: true }), name) };
  }
  if (source === undefined || words.length === 0) return {};
  const { readServerCommand } = await import("../../submit/read-pasted.js");
  // With --name, all words belong to the command.
  const draft =
    name === undefined ? readServerCommand(cli, words, source) : readServerCommand(cli, [source, ...words], name);
  return { draft };
}

interface ReleaseOptions extends Options {
  readonly changelog?: string;
}

/** `tack registry <kind> release`: accepts the same sources, for an existing item. */
export function releaseOf(kind: Kind) {
  return async (cli: Cli, item: string, source: string | undefined, ...others: unknown[]): Promise<void> => {
    const options = others.at(-1) as ReleaseOptions;
    const words = others.length > 1 ? (others[0] as readonly string[]) : [];
    const api = openApi(cli);
    const known = await api.call(callOf(kind, "getItem"), { params: { id: item } });
    // The name without the namespace also selects the entry in a file with several entries.
    const name = options.name ?? item.split("/").at(-1) ?? item;
    const isAsked = (member: string): boolean => !belongsToItem(kind, member);
    // The version suggested for a first submission would be wrong here.
    const more = { yes: false, name, isAsked, known, suggestedVersion: nextPatch(known.version) };
    const given = kind === "mcp" ? await givenServer(cli, source, words, { ...options, name }) : {};
    const submission = await readSubmission(cli, kind, source, { ...options, ...more, ...given });
    const body = releaseBody(kind, { ...submission, ...(options.changelog && { changelog: options.changelog }) });
    if (options.dryRun) return tellUnsent(cli, `Would release ${known.qualified_name} ${submission.version}`, body);
    await consent(cli, `Release ${item} ${submission.version} on ${api.server}?`, options.yes);
    const released = await api.call(callOf(kind, "releaseVersion"), { params: { id: item }, body });
    warnOfRisks(cli, released);
    printDone(cli, `${item} ${released.version} is waiting for review.`, released);
  };
}

/** `1.3.0-rc.1` becomes `1.3.0`. */
function nextPatch(version: string): string {
  const [, major = "0", minor = "0", patch = "0", more] = /^(\d+)\.(\d+)\.(\d+)(-.*)?$/.exec(version) ?? [];
  return [major, minor, more === undefined ? Number(patch) + 1 : patch].join(".");
}

/** The end of a dry run: the body that would have been sent. */
export function tellUnsent(cli: Cli, would: string, body: unknown): void {
  if (cli.flags.output === "json") return printJson(cli, { dry_run: true, body });
  printJson(cli, body);
  note(cli, `${oneLine(would)}. ${NOTHING_SENT}`);
}

function warnOfRisks(cli: Cli, { risk_signals = [], warnings = [] }: Noticed): void {
  if (cli.flags.output !== "table") return;
  warn(cli, [...warnings, ...risk_signals.map(({ severity, message }) => `${severity}: ${message}`)]);
}
