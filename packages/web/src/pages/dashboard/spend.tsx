import type { DashboardRow, DashboardSummary } from "@tackroom/contract";
import { useMemo } from "react";
import { useCall } from "../../api/queries.js";
import { StackedBars, type BarSeries } from "../../ui/charts/stacked-bars.js";
import { compactNumber, costText, exactNumber } from "../../ui/data/figures.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Skeleton } from "../../ui/feedback/skeleton.js";
import { Segmented } from "../../ui/forms/segmented.js";
import { Section } from "../../ui/layout/card.js";
import { SERIES_COLOURS } from "../../ui/theme/series-colours.js";
import { nameIn, useHarnesses, usePeople, useTeams, type Names } from "../sessions/names.js";
import { addDays, forecastDays } from "./days.js";
import { forecast, HISTORY_DAYS, type Forecast } from "./forecast.js";
import { NumberLink } from "./number-link.js";
import { spendGroups, type SpendGroup } from "./spend-series.js";
import type { Dashboard } from "./use-dashboard.js";

const SPLITS = [
  { value: "model", label: "Model", filter: "model" },
  { value: "harness", label: "Harness", filter: "harness" },
  { value: "team", label: "Team", filter: "team_id" },
  { value: "user", label: "Person", filter: "user_id" },
] as const;

interface SpendProps {
  readonly dashboard: Dashboard;
  readonly now: DashboardSummary;
}

/** Spend by day in parts, and what is to be expected. */
export function Spend({ dashboard, now }: SpendProps) {
  const { filter, params, change, showsPeople, stretches } = dashboard;
  const offered = SPLITS.filter(({ value }) => showsPeople || (value !== "team" && value !== "user"));
  const split = offered.find(({ value }) => value === params["split"]) ?? SPLITS[0];
  const series = useCall("getDashboardSeries", {
    query: { ...filter, metric: "cost_usd", interval: "day", group_by: split.value },
  });
  const names = useNames(split.value);
  const expected = useForecast(dashboard);
  const groups = useMemo(() => spendGroups(series.data ?? [], stretches.days), [series.data, stretches.days]);
  const nameOf = (id: SpendGroup["id"]): string => {
    if (id === undefined) return "Others";
    if (id === null) return `No ${split.label.toLowerCase()}`;
    return names ? nameIn(names, id) : id;
  };
  return (
    <Section
      title={
        <>
          Spend by day <span className="text-sm font-normal text-muted">in UTC</span>
        </>
      }
      actions={
        <Segmented
          label="Split by"
          segments={offered}
          value={split.value}
          onChange={(value) => change({ split: value === "model" ? undefined : value })}
        />
      }
    >
      <div className="look-card flex flex-col gap-4">
        <Loaded query={series} waits={names?.settled === false} skeleton={<Skeleton className="h-72" />}>
          {() => (
            <>
              <Bars {...{ groups, nameOf, expected }} days={stretches.days} />
              <Totals {...{ groups, nameOf, dashboard }} by={split.filter} />
            </>
          )}
        </Loaded>
        <Outlook {...{ dashboard, now, expected }} />
      </div>
    </Section>
  );
}

function useNames(split: (typeof SPLITS)[number]["value"]): Names | undefined {
  const all: Partial<Record<typeof split, Names>> = { harness: useHarnesses(), team: useTeams(), user: usePeople() };
  return all[split];
}

/** Of the last 28 days, whatever the period. */
function useForecast({ filters, params, stretches }: Dashboard): Forecast | undefined {
  const ahead = forecastDays(params, stretches);
  const today = stretches.days.at(-1) ?? "1970-01-01";
  const history = useCall(
    "getDashboardBreakdown",
    { query: { ...filters, by: "day", from: addDays(today, -HISTORY_DAYS), to: today, limit: 500 } },
    { enabled: ahead.length > 0, keepsPrevious: true },
  );
  const rows: readonly DashboardRow[] = history.data ?? [];
  if (ahead.length === 0) return undefined;
  const values = new Map(rows.map((row) => [row.key ?? "", row.cost_usd]));
  return forecast(values, rows[0]?.key ?? undefined, today, ahead);
}

interface BarsProps {
  readonly groups: readonly SpendGroup[];
  readonly nameOf: (id: SpendGroup["id"]) => string;
  readonly days: readonly string[];
  readonly expected: Forecast | undefined;
}

function Bars({ groups, nameOf, days, expected }: BarsProps) {
  if (groups.length === 0 && !expected) return <p className="text-muted">No known costs in this period.</p>;
  // Today is both: what was spent, and on top of it what is still expected.
  const ahead = expected?.days.slice(1) ?? [];
  const series: BarSeries[] = groups.map(({ id, values }, at) => ({
    name: nameOf(id),
    colour: SERIES_COLOURS[at] ?? "c6",
    values: [...values, ...ahead.map(() => 0)],
  }));
  if (expected) {
    const values = days.map((day) => (day === expected.days[0]?.day ? expected.days[0].value : 0));
    series.push({
      name: "Forecast",
      colour: "c6",
      values: [...values, ...ahead.map(({ value }) => value)],
      isExpected: true,
    });
  }
  return (
    <StackedBars
      label={`Spend by day, ${days[0]} to ${days.at(-1)}${expected ? ", and forecast" : ""}`}
      names={[...days, ...ahead.map(({ day }) => day)]}
      series={series}
      format={costText}
      at={days.length - 1}
    />
  );
}

interface TotalsProps {
  readonly groups: readonly SpendGroup[];
  readonly nameOf: (id: SpendGroup["id"]) => string;
  readonly dashboard: Dashboard;
  readonly by: string;
}

/** The sums of the parts. What has no group has no filter either. */
const Totals = ({ groups, nameOf, dashboard, by }: TotalsProps) => (
  <ul aria-label="Spend in the period" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
    {groups.map(({ id, total }) => (
      <li key={id ?? nameOf(id)} className="flex gap-1.5">
        <span className="text-muted">{nameOf(id)}</span>
        {id ? <NumberLink behind={dashboard.behind({ [by]: id })}>{costText(total)}</NumberLink> : costText(total)}
      </li>
    ))}
  </ul>
);

interface OutlookProps extends SpendProps {
  readonly expected: Forecast | undefined;
}

/** In words: where it is heading, and what is not known. */
function Outlook({ dashboard, now, expected }: OutlookProps) {
  const { params, stretches, behind } = dashboard;
  const end = expected?.days.at(-1)?.day;
  const isMonth = params["last"] === "month";
  const base = isMonth ? now.cost_usd : 0;
  const total = base + (expected?.total ?? 0);
  return (
    <div className="flex min-h-10 flex-col gap-1 border-t border-line pt-3 text-sm">
      {expected && (
        <p>
          <strong className="font-semibold tabular-nums">{costText(total)}</strong> expected{" "}
          {isMonth ? `by ${end}` : `from now to ${end}`}, likely {costText(Math.max(base, total - expected.error))} to{" "}
          {costText(total + expected.error)}
          <span className="text-muted"> (weekday means of the last {HISTORY_DAYS} days)</span>
        </p>
      )}
      {!expected && stretches.isOpen && <p className="text-muted">A forecast needs a week of recorded sessions.</p>}
      {now.sessions_without_price > 0 && (
        <p>
          Cost unknown: {exactNumber(now.sessions_without_price)}{" "}
          {now.sessions_without_price === 1 ? "session" : "sessions"}
          {now.unpriced_models.length > 0 &&
            ` and ${compactNumber(now.tokens_without_price)} tokens of models without a price: `}
          {now.unpriced_models.map((model, at) => (
            <span key={model}>
              {at > 0 && ", "}
              {model === "" ? "unnamed" : <NumberLink behind={behind({ model })}>{model}</NumberLink>}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
