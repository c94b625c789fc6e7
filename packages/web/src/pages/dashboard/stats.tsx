import { Link } from "@tanstack/react-router";
import type { DashboardRow, DashboardSummary } from "@tackroom/contract";
import type { ReactNode } from "react";
import { compactNumber, costText, exactNumber } from "../../ui/data/figures.js";
import { Stat } from "../../ui/data/stat.js";
import { Sparkline } from "../../ui/charts/sparkline.js";
import type { SeriesColour } from "../../ui/theme/series-colours.js";
import { ChangeText } from "./number-link.js";
import type { Dashboard } from "./use-dashboard.js";
import { changeOf, failureRate, percentText, pointsOf, unknownText, type Change } from "./words.js";

interface Shown {
  readonly label: string;
  readonly value: string;
  readonly change: Change | undefined;
  readonly more?: "better" | "worse";
  readonly before: string;
  readonly beside?: string | undefined;
  readonly colour: SeriesColour;
  readonly ofDay: (row: DashboardRow) => number;
  readonly filter?: Record<string, string>;
}

type Both = { readonly now: DashboardSummary; readonly before: DashboardSummary };

const rateOf = ({ tool_failures, tool_calls }: Pick<DashboardRow, "tool_failures" | "tool_calls">): number =>
  failureRate(tool_failures, tool_calls) ?? 0;

const spend = ({ now, before }: Both): Shown => ({
  label: "Spend",
  value: costText(now.cost_usd),
  change: changeOf(now.cost_usd, before.cost_usd),
  before: costText(before.cost_usd),
  beside: unknownText(now),
  colour: "c1",
  ofDay: (row) => row.cost_usd,
});

const people = ({ now, before }: Both): Shown => ({
  label: "Active people",
  value: exactNumber(now.active_users),
  change: changeOf(now.active_users, before.active_users),
  more: "better",
  before: exactNumber(before.active_users),
  beside: now.members === null ? undefined : `of ${exactNumber(now.members)}`,
  colour: "c2",
  ofDay: (row) => row.active_users,
});

const tokens = ({ now, before }: Both): Shown => ({
  label: "Tokens",
  value: compactNumber(now.tokens.total),
  change: changeOf(now.tokens.total, before.tokens.total),
  before: compactNumber(before.tokens.total),
  colour: "c2",
  ofDay: (row) => row.tokens,
});

const sessions = ({ now, before }: Both): Shown => ({
  label: "Sessions",
  value: exactNumber(now.sessions),
  change: changeOf(now.sessions, before.sessions),
  before: exactNumber(before.sessions),
  colour: "c3",
  ofDay: (row) => row.sessions,
});

const failed = ({ now, before }: Both): Shown => ({
  label: "Failed tool calls",
  value: now.tool_calls === 0 ? "—" : percentText(rateOf(now)),
  change: now.tool_calls === 0 || before.tool_calls === 0 ? undefined : pointsOf(rateOf(now), rateOf(before)),
  more: "worse",
  before: before.tool_calls === 0 ? "—" : percentText(rateOf(before)),
  beside: `${exactNumber(now.tool_failures)} of ${exactNumber(now.tool_calls)}`,
  colour: "c5",
  ofDay: rateOf,
  filter: { tool_failed: "true" },
});

interface StatsProps extends Both {
  readonly dashboard: Dashboard;
  readonly days: readonly DashboardRow[];
  readonly daysBefore: readonly DashboardRow[];
}

/** Four figures, each with its change against the period before, and how it came about. */
export function Stats({ dashboard, now, before, days, daysBefore }: StatsProps) {
  const { showsPeople, stretches, behind } = dashboard;
  const shown = [spend, showsPeople ? people : tokens, sessions, failed].map((make) => make({ now, before }));
  return (
    <ul aria-label="Totals" className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {shown.map((stat) => (
        <li key={stat.label}>
          <Link
            {...behind(stat.filter)}
            className="block h-full rounded-lg border border-line bg-raised px-3 py-3 hover:bg-hover sm:px-4"
          >
            <Stat
              label={stat.label}
              value={stat.value}
              note={<Note stat={stat} />}
              shape={
                <span className="max-sm:hidden">
                  <Sparkline
                    values={valuesOn(stretches.days, days, stat.ofDay)}
                    before={valuesOn(stretches.before, daysBefore, stat.ofDay)}
                    colour={stat.colour}
                    width={96}
                    height={32}
                  />
                </span>
              }
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const Note = ({ stat: { change, more, before, beside } }: { readonly stat: Shown }): ReactNode => (
  <span className="flex flex-col">
    <span className="min-h-4">{beside}</span>
    <span>
      <ChangeText change={change} {...(more ? { more } : {})} /> from {before}
    </span>
  </span>
);

function valuesOn(
  days: readonly string[],
  rows: readonly DashboardRow[],
  valueOf: (row: DashboardRow) => number,
): number[] {
  const byDay = new Map(rows.map((row) => [row.key, valueOf(row)]));
  return days.map((day) => byDay.get(day) ?? 0);
}
