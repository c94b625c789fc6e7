import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi } from "../../api/client.js";
import { askText, consent } from "../../ask.js";
import { isInteractive, say, type Cli } from "../../cli.js";
import { CliError, usageError } from "../../errors.js";
import { printDone, printJson, printThing, shown } from "../../output.js";
import { paint } from "../../paint.js";
import { oneLine } from "../../printable.js";
import { decideBatch, type SameDecision } from "./decide-batch.js";
import { shortDigest } from "./short-digest.js";
import { forgetShown, isAsShown } from "./shown-submissions.js";
import { tellUndecided } from "./undecided.js";

interface ApproveOptions {
  readonly category?: string;
  readonly digest?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly batch?: string;
}

type Submission = ReplyOf<"getSubmission">;

/**
 * `tack review approve`: approves only the content that `review show` showed last, or that `--digest` names. Of a submission
 * that was never shown here, it prints and approves what is there.
 */
export async function approve(cli: Cli, items: readonly string[], options: ApproveOptions): Promise<void> {
  refuseWithoutOne(items, options.batch);
  if (options.batch !== undefined) return decideBatch(cli, options.batch, { action: "approve" }, options);
  const [item = "", ...more] = items;
  if (more.length > 0) return approveSeveral(cli, items, options);
  const api = openApi(cli);
  const submission = await api.call("getSubmission", { params: { id: item } });
  if (options.digest === undefined) requireAsShown(cli, api.server, item, submission);
  const digest = options.digest ?? submission.digest;
  if (digest === submission.digest && cli.flags.output !== "json") printThing(cli, approvedThing(submission));
  if (options.dryRun) return tellUndecided(cli, "approve", [{ ...submission, digest }]);
  if (options.digest === undefined && isInteractive(cli)) {
    await consent(cli, `Approve ${nameAndDigest(submission)}?`, options.yes);
  }
  const body = { digest, ...(options.category === undefined ? {} : { category: options.category }) };
  const decided = await api
    .call("approveSubmission", { params: { id: submission.id }, body })
    .catch((error: unknown) => {
      throw changedSinceReview(error, { item, digest, done: "approved" }) ?? error;
    });
  forgetShown(cli, api.server, decided.id);
  printDone(cli, `Approved ${decided.name} ${decided.version}.`, decided);
}

const nameAndDigest = ({ name, version, digest }: Submission): string =>
  `${shown(name)} ${version} (${shortDigest(digest)})`;

async function approveSeveral(cli: Cli, items: readonly string[], options: ApproveOptions): Promise<void> {
  if (options.digest !== undefined || options.category !== undefined) {
    throw usageError("--digest and --category apply to one submission. Approve it on its own.");
  }
  const submissions = await readAll(cli, items);
  const { server } = openApi(cli);
  for (const [place, submission] of submissions.entries()) requireAsShown(cli, server, items[place] ?? "", submission);
  if (options.dryRun) return tellUndecided(cli, "approve", submissions);
  if (isInteractive(cli)) {
    await consent(cli, `Approve ${submissions.map(nameAndDigest).join(", ")}?`, options.yes);
  }
  await decideAll(cli, submissions, { action: "approve" });
}

function requireAsShown(cli: Cli, server: string, item: string, submission: Submission): void {
  if (isAsShown(cli, server, submission) !== false) return;
  const now = `version ${submission.version} with digest ${shortDigest(submission.digest)}`;
  throw new CliError("conflict", `${item} has changed since you read it: it is now ${now}. Nothing was approved.`, {
    resource: item,
    remediation: `Read it again before you decide: tack review show ${item}`,
  });
}

async function readAll(cli: Cli, items: readonly string[]): Promise<Submission[]> {
  const submissions: Submission[] = [];
  for (const item of items) submissions.push(await openApi(cli).call("getSubmission", { params: { id: item } }));
  if (cli.flags.output !== "json") for (const submission of submissions) printThing(cli, approvedThing(submission));
  return submissions;
}

/** Each holds or is refused on its own; the exit code says whether all of them hold. */
async function decideAll(cli: Cli, submissions: readonly Submission[], decision: SameDecision): Promise<void> {
  const named = submissions.map(({ id, digest }) => ({ id, digest }));
  const api = openApi(cli);
  const { results } = await api.call("decideSubmissions", { body: { ...decision, submissions: named } });
  for (const { id, error } of results) if (!error) forgetShown(cli, api.server, id);
  const done = decision.action === "approve" ? "approved" : "rejected";
  if (cli.flags.output === "json") printJson(cli, { results });
  for (const [place, { name, version, error }] of results.entries()) {
    if (cli.flags.output === "json") break;
    if (error) say(cli, `${paint(cli).red("✗")} ${oneLine(`${submissions[place]?.name}: ${error.detail}`)}`);
    else printDone(cli, `${done === "approved" ? "Approved" : "Rejected"} ${name} ${version}.`, results);
  }
  const refused = results.filter(({ error }) => error).length;
  if (refused > 0) throw new CliError("conflict", `${refused} of ${results.length} submissions were not ${done}.`);
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
function changedSinceReview(
  error: unknown,
  { item, digest, done }: { readonly item: string; readonly digest: string; readonly done: string },
): CliError | undefined {
  if (!(error instanceof CliError)) return undefined;
  const problem = error.details.detail as { code?: string; digest?: string; version?: string } | undefined;
  if (problem?.code !== "changed_since_review") return undefined;
  const now = `version ${problem.version} with digest ${shortDigest(problem.digest ?? "")}`;
  return new CliError(
    "conflict",
    `${item} has changed since you reviewed it: it is now ${now}, not ${shortDigest(digest)}. Nothing was ${done}.`,
    { ...error.details, remediation: `Review it again before you decide: tack review show ${item}` },
  );
}

interface RejectOptions {
  readonly reason?: string;
  readonly dryRun?: boolean;
  readonly batch?: string;
  readonly yes?: boolean;
}

function refuseWithoutOne(items: readonly string[], batch: string | undefined): void {
  if (items.length > 0 && batch !== undefined)
    throw usageError("Items and --batch cannot be combined.", "Omit one of them.");
  if (items.length === 0 && batch === undefined)
    throw usageError("Missing submission.", "Pass its name or ID, or --batch <id>. See: tack review list");
}

/** `tack review reject` */
export async function reject(cli: Cli, items: readonly string[], options: RejectOptions): Promise<void> {
  refuseWithoutOne(items, options.batch);
  if (options.dryRun) {
    if (options.batch !== undefined) return decideBatch(cli, options.batch, { action: "reject" }, options);
    return tellUndecided(cli, "reject", await readAll(cli, items));
  }
  const reason = options.reason ?? (await askText(cli, { flag: "--reason", message: "What should the author fix?" }));
  if (options.batch !== undefined) return decideBatch(cli, options.batch, { action: "reject", reason }, options);
  const [item = "", ...more] = items;
  if (more.length > 0) return decideAll(cli, await readAll(cli, items), { action: "reject", reason });
  const decided = await openApi(cli).call("rejectSubmission", { params: { id: item }, body: { reason } });
  forgetShown(cli, openApi(cli).server, decided.id);
  printDone(cli, `Rejected ${decided.name} ${decided.version}.`, decided);
}

interface RequestOptions {
  readonly message?: string;
  readonly digest?: string;
  readonly dryRun?: boolean;
}

/** `tack review request-changes`: without a digest, about the content that is there now. */
export async function requestChanges(cli: Cli, item: string, options: RequestOptions): Promise<void> {
  const api = openApi(cli);
  const submission = await api.call("getSubmission", { params: { id: item } });
  if (options.dryRun) return tellUndecided(cli, "request changes", [submission]);
  const question = { flag: "--message", message: "What should the authors change?" };
  const message = options.message ?? (await askText(cli, question));
  const digest = options.digest ?? submission.digest;
  const decided = await api
    .call("requestChanges", { params: { id: submission.id }, body: { message, digest } })
    .catch((error: unknown) => {
      throw changedSinceReview(error, { item, digest, done: "requested" }) ?? error;
    });
  printDone(cli, `Requested changes to ${decided.name} ${decided.version}.`, decided);
}
