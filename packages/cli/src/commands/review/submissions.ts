import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi } from "../../api/client.js";
import { asCalled } from "../../called-as.js";
import { note, say, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { printJson, printList, printThing } from "../../output.js";
import { printPaged } from "../../pager.js";
import { paint } from "../../paint.js";
import { oneLine, printable } from "../../printable.js";
import { readPage, type PageOptions } from "../paging.js";
import { showComments } from "./comments.js";
import { riskWords } from "./risk-words.js";
import { rememberShown } from "./shown-submissions.js";

interface ListOptions extends PageOptions {
  readonly type?: string;
  readonly waitingFor?: string;
  readonly batch?: string;
}

/** `tack review list` */
export async function listSubmissions(cli: Cli, options: ListOptions): Promise<void> {
  const page = readPage(options);
  const query = { ...page, type: options.type, waiting_for: options.waitingFor, batch_id: options.batch };
  const found = await openApi(cli).list("listSubmissions", { query });
  printList(
    cli,
    { ...found, ...page },
    [
      { title: "KIND", of: ({ type }) => type },
      { title: "NAME", of: ({ name }) => name },
      { title: "VERSION", of: ({ version }) => version },
      { title: "BY", of: ({ submitted_by }) => submitted_by },
      { title: "WAITS FOR", of: ({ changes_requested_at }) => (changes_requested_at ? "authors" : "reviewers") },
      { title: "RISKS", of: ({ risk_signals }) => riskWords(risk_signals) },
      { title: "SINCE", of: ({ created_at }) => created_at },
      { title: "ID", of: ({ id }) => id },
    ],
    "No submissions are waiting for review.",
  );
}

type Submission = ReplyOf<"getSubmission">;
type ReviewFile = ReplyOf<"listSubmissionFiles">["files"][number];

const TOLD = [
  "type",
  "name",
  "version",
  "owner",
  "submitted_by",
  "description",
  "changelog",
  "status",
  "changes_requested_at",
  "digest",
  "id",
];

/** `tack review show`: remembers what it showed, so that an approval is of that and nothing else. */
export async function showSubmission(cli: Cli, item: string): Promise<void> {
  const api = openApi(cli);
  const submission = await api.call("getSubmission", { params: { id: item } });
  const query = { limit: MAX_SHOWN_COMMENTS };
  const params = { id: submission.id };
  const { items, total } = await api.call("listComments", { params, query });
  // The changes are the content that matters; of a first version, all of it is new.
  const content = submission.diff === null ? await api.call("listSubmissionFiles", { params }) : undefined;
  if (content && content.digest !== submission.digest) {
    throw new CliError("conflict", `${item} was changed while it was being read.`, {
      remediation: `Read it again: tack review show ${item}`,
    });
  }
  const files = content?.files ?? [];
  if (cli.flags.output === "json") {
    printJson(cli, { ...submission, comments: items, ...(content ? { files } : {}) });
  } else {
    printPaged(cli, (paged) => {
      printThing(paged, submission, TOLD);
      showFindings(paged, submission);
      showPermissions(paged, submission);
      showChanges(paged, submission);
      showFiles(paged, files);
      if (items.length > 0) say(paged, `\n${paint(cli).bold("Comments")}`);
      showComments(paged, items);
      if (total > items.length) say(paged, paint(cli).dim(`Showing ${items.length} of ${total} comments.`));
    });
    note(cli, paint(cli).dim(asCalled(cli, `Approve exactly this: tack review approve ${oneLine(item)}`)));
  }
  rememberShown(cli, api.server, submission);
}

const MAX_SHOWN_COMMENTS = 200;

function showFindings(cli: Cli, submission: Submission): void {
  const colors = paint(cli);
  if (submission.risk_signals.length === 0) say(cli, `${colors.green("✓")} No risks were found.`);
  for (const { severity, path, file, line, message } of submission.risk_signals) {
    const place = file === undefined ? path : `${file}${line === undefined ? "" : `:${line}`}`;
    say(cli, `${colors.yellow(`! ${severity}`)} ${oneLine(`${place}: ${message}`)}`);
  }
  for (const { stage, passed, details } of submission.validation_results ?? []) {
    say(cli, `${passed ? colors.green("✓") : colors.red("✗")} ${oneLine(`${stage}: ${details}`)}`);
  }
  for (const { name, status } of submission.blocking_components ?? []) {
    say(cli, colors.yellow(oneLine(`! depends on ${name}, which is ${status}`)));
  }
}

/** What it may do that the released version may not. */
function showPermissions(cli: Cli, { permissions: { before, added } }: Submission): void {
  const gained = Object.entries(added).filter(([, names]) => names.length > 0);
  if (gained.length === 0) return;
  const colors = paint(cli);
  say(cli, `\n${colors.bold(before ? "Asks for more than the released version" : "Asks for")}`);
  for (const [name, names] of gained) {
    say(cli, `${colors.dim(name.replaceAll("_", " "))}  ${oneLine(names.join(", "))}`);
  }
}

function showChanges(cli: Cli, { diff }: Submission): void {
  const colors = paint(cli);
  if (!diff) return say(cli, colors.dim("\nNo version was approved before, so all of its content is shown."));
  say(cli, `\n${colors.bold(`${diff.from} → ${diff.to}`)}`);
  for (const { path, before, after } of diff.fields) {
    say(
      cli,
      `${oneLine(path)}\n${colors.red(`- ${JSON.stringify(before)}`)}\n${colors.green(`+ ${JSON.stringify(after)}`)}`,
    );
  }
  for (const { path, unified } of diff.texts) say(cli, `${oneLine(path)}\n${unified}`);
}

/** The whole text of each file. */
function showFiles(cli: Cli, files: readonly ReviewFile[]): void {
  const colors = paint(cli);
  for (const { file, after, is_binary: isBinary, is_truncated: isTruncated } of files) {
    say(cli, `\n${colors.bold(`── ${oneLine(file)}`)}${isBinary ? colors.dim("  binary") : ""}`);
    if (after !== null) say(cli, printable(after).replace(/\n$/, ""));
    if (isTruncated) say(cli, colors.yellow("! The rest is not shown: the file is too long. Download it to read it."));
  }
}
