import { openApi } from "../../api/client.js";
import { say, type Cli } from "../../cli.js";
import { printJson, table } from "../../output.js";
import { paint } from "../../paint.js";
import { oneLine } from "../../printable.js";
import { wholeNumber } from "../numbers.js";

interface ScorecardOptions {
  readonly days?: string;
  readonly itemVersion?: string;
}

/** `tack agent scorecard` */
export async function showScorecard(cli: Cli, agent: string, options: ScorecardOptions): Promise<void> {
  const days = wholeNumber("--days", options.days);
  const scorecard = await openApi(cli).call("getScorecard", {
    params: { id: agent },
    query: { days, version: options.itemVersion },
  });
  if (cli.flags.output === "json") return printJson(cli, scorecard);
  say(
    cli,
    table(cli, scorecard.dimensions, [
      { title: "DIMENSION", of: ({ dimension }) => dimension },
      { title: "WEIGHT", of: ({ weight }) => weight },
      { title: "SCORE", of: ({ score }) => scoreText(score) },
      { title: "EVIDENCE", of: ({ evidence_count }) => evidence_count },
    ]),
  );
  const reasons = scorecard.dimensions.filter(({ score }) => score === null);
  if (reasons.length > 0) say(cli, "");
  // Not in the table, where they would be cut off.
  for (const { dimension, reason } of reasons) say(cli, `${oneLine(dimension)}: ${oneLine(reason ?? "no evidence")}`);
  const { total, sessions } = scorecard;
  const of = sessions === 1 ? "1 session" : `${sessions} sessions`;
  say(cli, "");
  say(
    cli,
    `${paint(cli).bold("Total")}  ${total === null ? "none yet" : scoreText(total)} (${of}, ${scorecard.days} days)`,
  );
}

/** A score that is not known is never a number. */
const scoreText = (score: number | null): string =>
  typeof score === "number" ? String(Number(score.toFixed(1))) : "none";
