import { Link } from "@tanstack/react-router";
import type { DashboardSummary } from "@tackroom/contract";
import { useMemo } from "react";
import { useCall } from "../../api/queries.js";
import { mayActAs, useUser } from "../../api/session.js";
import { Section } from "../../ui/layout/card.js";
import { Chart } from "../../ui/charts/chart.js";
import { CHART_COLOURS } from "../../ui/charts/chart-colours.js";
import { Select } from "../../ui/forms/field.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Skeleton } from "../../ui/feedback/skeleton.js";
import type { SearchChange } from "../../ui/forms/address-filters.js";
import type { SearchParams } from "../../ui/forms/search-text.js";
import { Table, type Column } from "../../ui/data/table.js";
import { nameIn, useAgents, useHarnesses, usePeople, useTeams, type Named, type Names } from "../sessions/names.js";
import { GROUPS, sessionsBehind, type Filter, type GroupBy } from "./behind.js";
import { METRICS, type Metric } from "./metrics.js";
import { groupPoints, intervalFor, type Group, type Grouped, type Interval } from "./series.js";

const DAY_MS = 24 * 3600 * 1000;

interface ComparisonProps {
  readonly filter: Filter;
  readonly figures: DashboardSummary;
  readonly params: SearchParams;
  readonly period: string;
  readonly onChange: (change: SearchChange) => void;
}

/** A metric over time, grouped. */
export function Comparison({ filter, figures, params, period, onChange }: ComparisonProps) {
  const isAdmin = mayActAs(useUser(), "admin");
  const metric = METRICS.find(({ id }) => id === params["metric"]) ?? METRICS[0];
  const offered = GROUPS.filter(({ id }) => isAdmin || (id !== "team" && id !== "user"));
  const group = offered.find(({ id }) => id === params["group"]) ?? offered[1];
  const interval = intervalFor((Date.parse(figures.to) - Date.parse(figures.from)) / DAY_MS);
  // The previous result is not kept: it would show the values of harnesses under the names of models.
  const series = useCall("getDashboardSeries", {
    query: { ...filter, interval, metric: metric?.id ?? "sessions", ...(group ? { group_by: group.id } : {}) },
  });
  const grouped = useMemo(() => groupPoints(series.data ?? [], interval), [series.data, interval]);
  const names = useGroupNames(group?.id);
  const nameOf: NameOf = (id) => (id === null ? "none" : names ? nameIn(names, id) : id);
  if (!metric) return null;
  const behind = (id: string | null) =>
    sessionsBehind(params, period, { ...metric.filter, ...(group && id !== null ? { [group.filter]: id } : {}) });
  return (
    <Section
      title="Over time"
      actions={
        <div className="flex flex-wrap gap-2">
          <Pick label="Metric" options={METRICS} value={metric.id} onChange={(id) => onChange({ metric: id })} />
          <Pick label="Group by" options={offered} value={group?.id ?? ""} onChange={(id) => onChange({ group: id })} />
        </div>
      }
    >
      <Loaded query={series} waits={names?.settled === false} skeleton={<Skeleton className="h-112" />}>
        {() => (
          <div className="flex flex-col gap-4">
            <Lines {...{ grouped, metric, nameOf, interval }} by={group?.name ?? ""} />
            <Parts groups={grouped.groups} {...{ metric, nameOf, behind }} by={group?.name ?? ""} />
          </div>
        )}
      </Loaded>
    </Section>
  );
}

type NameOf = (id: string | null) => string;

/** Undefined if the group has no name besides its ID. */
function useGroupNames(group: GroupBy | undefined): Names | undefined {
  const all: Partial<Record<GroupBy, Names>> = {
    agent: useAgents(),
    harness: useHarnesses(),
    team: useTeams(),
    user: usePeople(),
  };
  return group && all[group];
}

interface PickProps {
  readonly label: string;
  readonly options: readonly Named[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

const Pick = ({ label, options, value, onChange }: PickProps) => (
  <Select aria-label={label} className="w-auto" value={value} onChange={({ target }) => onChange(target.value)}>
    {options.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </Select>
);

interface LinesProps {
  readonly grouped: Grouped;
  readonly interval: Interval;
  readonly metric: Metric;
  readonly nameOf: NameOf;
  readonly by: string;
}

/** As many series as can be told apart; the table below lists all. */
function Lines({ grouped: { times, groups }, interval, metric, nameOf, by }: LinesProps) {
  const names = groups.slice(0, CHART_COLOURS.length).map(({ id }) => nameOf(id));
  const key = names.join("\n");
  const series = useMemo(
    () =>
      CHART_COLOURS.flatMap((colour, at) => {
        const group = groups[at];
        return group ? [{ name: key.split("\n")[at] ?? "", colour, values: group.values, format: metric.format }] : [];
      }),
    [groups, key, metric],
  );
  if (times.length === 0) return <p className="text-muted">No data in this period.</p>;
  return (
    <Chart
      label={`${metric.name} over time, by ${by.toLowerCase()}`}
      times={times}
      series={series}
      wholeDays={interval !== "hour"}
    />
  );
}

interface PartsProps extends Omit<LinesProps, "grouped" | "interval"> {
  readonly groups: readonly Group[];
  readonly behind: (id: string | null) => ReturnType<typeof sessionsBehind>;
}

function Parts({ groups, metric, nameOf, by, behind }: PartsProps) {
  const columns: Column<Group>[] = [
    { key: "name", header: by, cell: ({ id }) => nameOf(id) },
    {
      key: "total",
      header: metric.name,
      numeric: true,
      cell: ({ id, total }) => (
        <Link {...behind(id)} className="text-accent underline underline-offset-2">
          {total === null ? "unknown" : metric.format(total)}
        </Link>
      ),
    },
  ];
  return (
    <>
      <Table
        caption={`${metric.name} by ${by.toLowerCase()}`}
        columns={columns}
        rows={groups}
        rowKey={({ id }) => id ?? ""}
      />
      {metric.countedAgain !== undefined && <p className="text-sm text-muted">{metric.countedAgain}</p>}
    </>
  );
}
