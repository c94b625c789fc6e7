import { openApi } from "../../api/client.js";
import { say, type Cli } from "../../cli.js";
import { printJson, printList, printThing } from "../../output.js";
import { paint } from "../../paint.js";
import { oneLine } from "../../printable.js";
import { readPage, type PageOptions } from "../paging.js";

/** `tack review list` */
export async function listSubmissions(cli: Cli, options: PageOptions & { readonly type?: string }): Promise<void> {
  const page = readPage(options);
  const found = await openApi(cli).list("listSubmissions", { query: { ...page, type: options.type } });
  printList(
    cli,
    { ...found, ...page },
    [
      { title: "KIND", of: ({ type }) => type },
      { title: "NAME", of: ({ name }) => name },
      { title: "VERSION", of: ({ version }) => version },
      { title: "BY", of: ({ submitted_by }) => submitted_by },
      { title: "RISKS", of: ({ risk_signals }) => risk_signals.map(({ code }) => code).join(" ") },
      { title: "SINCE", of: ({ created_at }) => created_at },
      { title: "ID", of: ({ id }) => id },
    ],
    "No submissions are waiting for review.",
  );
}

const TOLD = ["type", "name", "version", "owner", "submitted_by", "description", "status", "digest", "id"];

/** `tack review show` */
export async function showSubmission(cli: Cli, item: string): Promise<void> {
  const submission = await openApi(cli).call("getSubmission", { params: { id: item } });
  if (cli.flags.output === "json") return printJson(cli, submission);
  const colors = paint(cli);
  printThing(cli, submission, TOLD);
  for (const { severity, path, message } of submission.risk_signals) {
    say(cli, `${colors.yellow(`! ${severity}`)} ${oneLine(`${path}: ${message}`)}`);
  }
  for (const { name, status } of submission.blocking_components ?? []) {
    say(cli, colors.yellow(oneLine(`! depends on ${name}, which is ${status}`)));
  }
  const { diff } = submission;
  if (!diff) return say(cli, colors.dim("\nNo version was approved before."));
  say(cli, `\n${colors.bold(`${diff.from} → ${diff.to}`)}`);
  for (const { path, before, after } of diff.fields) {
    say(
      cli,
      `${oneLine(path)}\n${colors.red(`- ${JSON.stringify(before)}`)}\n${colors.green(`+ ${JSON.stringify(after)}`)}`,
    );
  }
  for (const { path, unified } of diff.texts) say(cli, `${oneLine(path)}\n${unified}`);
}
