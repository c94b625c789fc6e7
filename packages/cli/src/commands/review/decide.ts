import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi } from "../../api/client.js";
import { askText, consent } from "../../ask.js";
import { isInteractive, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { printDone, printThing, shown } from "../../output.js";
import { shortDigest } from "./short-digest.js";

interface ApproveOptions {
  readonly category?: string;
  readonly digest?: string;
  readonly yes?: boolean;
}

type Submission = ReplyOf<"getSubmission">;

/** `tack review approve`: approves only the content it has just shown, or the content given by `--digest`. */
export async function approve(cli: Cli, item: string, options: ApproveOptions): Promise<void> {
  const api = openApi(cli);
  const submission = await api.call("getSubmission", { params: { id: item } });
  const digest = options.digest ?? submission.digest;
  if (digest === submission.digest && cli.flags.output !== "json") printThing(cli, approvedThing(submission));
  if (options.digest === undefined && isInteractive(cli)) {
    await consent(cli, `Approve ${shown(submission.name)} ${submission.version}?`, options.yes);
  }
  const body = { digest, ...(options.category === undefined ? {} : { category: options.category }) };
  const decided = await api
    .call("approveSubmission", { params: { id: submission.id }, body })
    .catch((error: unknown) => {
      throw changedSinceReview(error, item, digest) ?? error;
    });
  printDone(cli, `Approved ${decided.name} ${decided.version}.`, decided);
}

function approvedThing({
  type,
  name,
  version,
  owner,
  digest,
  risk_signals,
  diff,
}: Submission): Record<string, unknown> {
  const count = diff ? diff.fields.length + diff.texts.length : 0;
  return {
    type,
    name,
    version,
    owner,
    digest: shortDigest(digest),
    risks: risk_signals.map(({ severity, code }) => `${code} (${severity})`).join(", ") || "none found",
    changes: diff
      ? `${count} ${count === 1 ? "field" : "fields"} since ${diff.from}`
      : "everything (no version was approved before)",
  };
}

/** The error for content that differs from what was reviewed, with the current version and digest. */
function changedSinceReview(error: unknown, item: string, digest: string): CliError | undefined {
  if (!(error instanceof CliError)) return undefined;
  const problem = error.details.detail as { code?: string; digest?: string; version?: string } | undefined;
  if (problem?.code !== "changed_since_review") return undefined;
  const now = `version ${problem.version} with digest ${shortDigest(problem.digest ?? "")}`;
  return new CliError(
    "conflict",
    `${item} has changed since you reviewed it: it is now ${now}, not ${shortDigest(digest)}. Nothing was approved.`,
    { ...error.details, remediation: `Review it again before you decide: tack review show ${item}` },
  );
}

/** `tack review reject` */
export async function reject(cli: Cli, item: string, options: { readonly reason?: string }): Promise<void> {
  const reason = options.reason ?? (await askText(cli, { flag: "--reason", message: "What should the author fix?" }));
  const decided = await openApi(cli).call("rejectSubmission", { params: { id: item }, body: { reason } });
  printDone(cli, `Rejected ${decided.name} ${decided.version}.`, decided);
}
