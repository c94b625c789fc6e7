import { auditSentence } from "@tackroom/contract/audit-sentences";
import { openApi } from "../../api/client.js";
import { say, sayJson, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { printDone, printJson, printList } from "../../output.js";
import { readPage, type PageOptions } from "../paging.js";

interface Filters {
  readonly actor?: string;
  readonly action?: string;
  readonly requestId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly hideReads?: boolean;
}

const filtersOf = ({ actor, action, requestId, from, to, hideReads }: Filters) => ({
  actor,
  action,
  request_id: requestId,
  start_date: from,
  end_date: to,
  ...(hideReads ? { reads: "hidden" as const } : {}),
});

/** `tack admin audit-log list` */
export async function listAuditLog(cli: Cli, options: PageOptions & Filters): Promise<void> {
  const page = readPage(options);
  const found = await openApi(cli).list("listAuditLog", { query: { ...page, ...filtersOf(options) } });
  printList(
    cli,
    { ...found, ...page },
    [
      { title: "WHEN", of: ({ timestamp }) => timestamp },
      { title: "WHAT HAPPENED", of: (event) => auditSentence(event) },
      { title: "ACTION", of: ({ action }) => action },
      { title: "OUTCOME", of: ({ outcome }) => outcome },
    ],
    "No matching audit records.",
  );
}

/** `tack admin audit-log verify` */
export async function verifyAuditLog(cli: Cli): Promise<void> {
  const check = await openApi(cli).call("verifyAuditLog");
  if (check.ok) return printDone(cli, "The audit log is intact: no record was changed or removed.", check);
  if (cli.flags.output === "json") printJson(cli, check);
  throw new CliError("conflict", "The audit log has been tampered with: records were changed or removed.", {
    result: check,
    detail: check,
    remediation:
      "Leave the data as it is and find out who has write access to the analytics store. Pass --debug to see where.",
  });
}

/** `tack admin audit-log export` */
export async function exportAuditLog(cli: Cli, options: Filters & { readonly format: string }): Promise<void> {
  const wanted = { ...filtersOf(options), format: options.format };
  const query = Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { text } = await openApi(cli).request({ method: "GET", path: "/api/v1/admin/audit-log/export", query });
  if (options.format === "csv") say(cli, text.trimEnd());
  else sayJson(cli, text);
}
