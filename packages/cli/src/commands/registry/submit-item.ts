import { openApi } from "../../api/client.js";
import { consent, warn } from "../../ask.js";
import type { Cli } from "../../cli.js";
import { printDone } from "../../output.js";
import { readSubmission, type SubmitOptions } from "../../submit/read-submission.js";
import { callOf, type Kind } from "../../kinds.js";
import { belongsToItem, releaseBody } from "./release-body.js";

type Options = SubmitOptions & { readonly yes?: boolean };

/** Warnings and risks that a reviewer will see. */
interface Noticed {
  readonly risk_signals?: readonly { readonly severity: string; readonly message: string }[];
  readonly warnings?: readonly string[];
}

/** `tack registry <kind> submit` */
export function submitOf(kind: Kind) {
  return async (cli: Cli, source: string | undefined, options: Options): Promise<void> => {
    const api = openApi(cli);
    const body = await readSubmission(cli, kind, source, options);
    await consent(cli, `Submit the ${kind} ${body.name} ${body.version} to ${api.server}?`, options.yes);
    const item = await api.call(callOf(kind, "submitItem"), { body });
    warnOfRisks(cli, item);
    printDone(cli, `${item.qualified_name} ${item.version} is waiting for review.`, item);
  };
}

interface ReleaseOptions extends Options {
  readonly changelog?: string;
}

/** `tack registry <kind> release`: accepts the same sources, for an existing item. */
export function releaseOf(kind: Kind) {
  return async (cli: Cli, item: string, source: string | undefined, options: ReleaseOptions): Promise<void> => {
    const api = openApi(cli);
    // The name without the namespace also selects the entry in a file with several entries.
    const name = options.name ?? item.split("/").at(-1) ?? item;
    const isAsked = (member: string): boolean => !belongsToItem(kind, member);
    // The version suggested for a first submission would be wrong here.
    const submission = await readSubmission(cli, kind, source, { ...options, yes: false, name, isAsked });
    const body = releaseBody(kind, { ...submission, ...(options.changelog && { changelog: options.changelog }) });
    await consent(cli, `Release ${item} ${submission.version} on ${api.server}?`, options.yes);
    const released = await api.call(callOf(kind, "releaseVersion"), { params: { id: item }, body });
    warnOfRisks(cli, released);
    printDone(cli, `${item} ${released.version} is waiting for review.`, released);
  };
}

function warnOfRisks(cli: Cli, { risk_signals = [], warnings = [] }: Noticed): void {
  if (cli.flags.output !== "table") return;
  warn(cli, [...warnings, ...risk_signals.map(({ severity, message }) => `${severity}: ${message}`)]);
}
