import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi, type Api } from "../../api/client.js";
import { consent, withBar } from "../../ask.js";
import { note, say, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { printJson, table } from "../../output.js";
import { oneLine } from "../../printable.js";
import { riskWords } from "./risk-words.js";
import { tellUndecided } from "./undecided.js";

export interface SameDecision {
  readonly action: "approve" | "reject";
  readonly reason?: string;
}

type Submission = ReplyOf<"listSubmissions">[number];
type Result = ReplyOf<"decideSubmissions">["results"][number];

/** The server's bound for one request. */
const AT_ONCE = 50;
const PAGE = 1000;

/**
 * `tack review approve --batch`: what waits of one import, with the content that the list has shown. High risks are left for a
 * decision of their own.
 */
export async function decideBatch(
  cli: Cli,
  batch: string,
  decision: SameDecision,
  { yes, dryRun }: { readonly yes?: boolean; readonly dryRun?: boolean },
): Promise<void> {
  const api = openApi(cli);
  const all = await listBatch(api, batch);
  if (all.length === 0) {
    throw new CliError("not_found", `No submissions of the batch ${batch} are waiting for review.`, {
      remediation: "See what waits: tack review list",
    });
  }
  const left = all.filter(needsOwnDecision);
  const chosen = all.filter((submission) => !needsOwnDecision(submission));
  if (cli.flags.output !== "json") showBatch(cli, all);
  if (chosen.length === 0) throw onlyHighRisks(left);
  if (dryRun) return tellUndecided(cli, decision.action, chosen);
  const verb = decision.action === "approve" ? "Approve" : "Reject";
  // Nobody has read these one by one, so a script has to say that it means all of them.
  await consent(cli, `${verb} ${counted(chosen.length)}?`, yes);
  const results = await withBar(cli, { what: `${verb} ${counted(chosen.length)}`, total: chosen.length }, (advance) =>
    decideInParts(api, chosen, decision, advance),
  );
  report(cli, { results, chosen, left, action: decision.action });
}

const counted = (count: number): string => `${count} submission${count === 1 ? "" : "s"}`;

const needsOwnDecision = ({ digest, risk_signals }: Submission): boolean =>
  digest === null || risk_signals.some(({ severity }) => severity === "high");

async function listBatch(api: Api, batch: string): Promise<Submission[]> {
  const all: Submission[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { items, total } = await api.list("listSubmissions", { query: { batch_id: batch, limit: PAGE, offset } });
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

function showBatch(cli: Cli, submissions: readonly Submission[]): void {
  const columns = [
    { title: "RISKS", of: ({ risk_signals }: Submission) => riskWords(risk_signals, true) },
    { title: "KIND", of: ({ type }: Submission) => type },
    { title: "NAME", of: ({ name }: Submission) => name },
    { title: "VERSION", of: ({ version }: Submission) => version },
    { title: "ID", of: ({ id }: Submission) => id },
  ];
  say(cli, table(cli, submissions, columns));
}

async function decideInParts(
  api: Api,
  chosen: readonly Submission[],
  decision: SameDecision,
  advance: (steps: number) => void,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < chosen.length; at += AT_ONCE) {
    const part = chosen.slice(at, at + AT_ONCE);
    const submissions = part.flatMap(({ id, digest }) => (digest === null ? [] : [{ id, digest }]));
    const answer = await api.call("decideSubmissions", { body: { ...decision, submissions } });
    results.push(...answer.results);
    advance(part.length);
  }
  return results;
}

interface Outcome {
  readonly results: readonly Result[];
  readonly chosen: readonly Submission[];
  readonly left: readonly Submission[];
  readonly action: SameDecision["action"];
}

function report(cli: Cli, { results, chosen, left, action }: Outcome): void {
  const refused = results.filter(({ error }) => error !== null);
  const done = action === "approve" ? "Approved" : "Rejected";
  const result = { results, left: left.map(({ id, name }) => ({ id, name })) };
  const isDone = refused.length + left.length === 0;
  if (cli.flags.output === "json" && isDone) printJson(cli, result);
  if (cli.flags.output !== "json")
    say(cli, `${done} ${results.length - refused.length} of ${results.length + left.length} submissions.`);
  for (const { id, error } of refused) {
    if (cli.flags.output === "json") break;
    note(cli, oneLine(`✗ ${chosen.find((each) => each.id === id)?.name ?? id}: ${error?.detail ?? ""}`));
  }
  if (isDone) return;
  throw new CliError(
    "partial",
    `${counted(refused.length + left.length)} ${refused.length + left.length === 1 ? "was" : "were"} not decided.`,
    {
      result,
      remediation:
        left.length > 0
          ? `Review those with a high risk one by one: tack review show ${left[0]?.id}`
          : "Review them again.",
    },
  );
}

const onlyHighRisks = (left: readonly Submission[]): CliError =>
  new CliError("conflict", `All ${left.length} submissions need a decision of their own.`, {
    remediation: `Review them one by one: tack review show ${left[0]?.id}`,
  });
