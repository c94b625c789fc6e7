import type { DashboardFailure, DashboardSummary } from "@tackroom/contract";
import { costText, exactNumber } from "../../ui/data/figures.js";
import { failureRate, percentText } from "./words.js";

export interface Fact {
  readonly id: "failures" | "spend" | "people";
  readonly tone: "good" | "bad" | "neutral";
  /** The part that matters, and the rest of the sentence. */
  readonly what: string;
  readonly detail: string;
  /** The filter of the sessions behind it. */
  readonly filter: Readonly<Record<string, string>>;
}

/** Smaller changes are what every week brings. */
const MIN_CHANGE = 0.15;
const MIN_SPEND_USD = 1;
const MIN_FAILURES = 5;
const MIN_RATE_RISE = 1.5;

type Summaries = { readonly now: DashboardSummary; readonly before: DashboardSummary };

/** What is different from the period before and worth a look: three facts at most, none if nothing is. */
export function factsOf(summaries: Summaries, failures: readonly DashboardFailure[]): Fact[] {
  return [failingFact(failures), spendFact(summaries), peopleFact(summaries)].filter((fact) => fact !== undefined);
}

/** The tool whose failure rate has risen most, among those that fail more than now and then. */
function failingFact(failures: readonly DashboardFailure[]): Fact | undefined {
  const risen = failures
    .map((row) => ({ row, rate: failureRate(row.failed, row.calls), was: failureRate(row.before, row.calls_before) }))
    .filter(({ row, rate, was }) => row.key !== null && row.failed >= MIN_FAILURES && rate !== null && was !== null)
    .map(({ row, rate, was }) => ({ row, rate: rate ?? 0, was: was ?? 0 }))
    .filter(({ rate, was }) => rate >= was * MIN_RATE_RISE && rate - was >= 0.01)
    .toSorted((one, other) => other.rate - other.was - (one.rate - one.was));
  const [first] = risen;
  if (!first) return undefined;
  const { row, rate, was } = first;
  return {
    id: "failures",
    tone: "bad",
    what: `${row.key} fails more often`,
    detail: `${percentText(rate)} of its calls, was ${percentText(was)}: ${row.reason}`,
    filter: { tool: row.key ?? "", tool_failed: "true" },
  };
}

const perSession = (of: DashboardSummary): number => of.cost_usd / Math.max(1, of.sessions);

function spendFact({ now, before }: Summaries): Fact | undefined {
  const change = now.cost_usd - before.cost_usd;
  if (before.cost_usd < MIN_SPEND_USD || Math.abs(change) < MIN_CHANGE * before.cost_usd) return undefined;
  const [isUp, share] = [change > 0, percentText(Math.abs(change) / before.cost_usd, 0)];
  const isDearer = perSession(now) > perSession(before) * (1 + MIN_CHANGE);
  return {
    id: "spend",
    tone: isUp ? "bad" : "good",
    what: `Spend is ${isUp ? "up" : "down"} ${share}`,
    detail: isDearer
      ? `a session costs ${costText(perSession(now))}, was ${costText(perSession(before))}`
      : `${exactNumber(now.sessions)} sessions, were ${exactNumber(before.sessions)}`,
    filter: {},
  };
}

function peopleFact({ now, before }: Summaries): Fact | undefined {
  // The data of one person has no members.
  const change = now.active_users - before.active_users;
  if (now.members === null || before.active_users === 0) return undefined;
  if (Math.abs(change) < Math.max(1, MIN_CHANGE * before.active_users)) return undefined;
  const count = Math.abs(change);
  return {
    id: "people",
    tone: change > 0 ? "good" : "neutral",
    what: `${exactNumber(count)} ${change > 0 ? "more" : "fewer"} ${count === 1 ? "person is" : "people are"} active`,
    detail: `${exactNumber(now.active_users)} of ${exactNumber(now.members)}`,
    filter: {},
  };
}
