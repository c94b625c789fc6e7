import type { ItemMetrics } from "@tackroom/contract";
import { useMemo, useState } from "react";
import { Section } from "../../../ui/layout/card.js";
import { StackedBars } from "../../../ui/charts/stacked-bars.js";
import { exactNumber } from "../../../ui/data/figures.js";
import { Table } from "../../../ui/data/table.js";
import { installDays } from "./install-days.js";

interface InstallChartsProps {
  readonly metrics: ItemMetrics;
  readonly days: number;
}

/** Installs over time, by harness, version and user. */
export const InstallCharts = ({ metrics, days }: InstallChartsProps) => (
  <>
    <Section title="Installs over time">
      <ByDay metrics={metrics} days={days} />
    </Section>
    <div className="grid gap-6 md:grid-cols-2">
      <Section title="By harness">
        <Shares of={metrics.by_harness} />
      </Section>
      <Section title="By version">
        <Shares of={metrics.by_version} />
      </Section>
    </div>
    {metrics.users !== undefined && metrics.users.length > 0 && (
      <Section title="By user">
        <Table
          caption="Installs by user"
          columns={[
            { key: "who", header: "User", cell: ({ username }) => <bdi>{username ?? "deleted user"}</bdi> },
            { key: "installs", header: "Installs", numeric: true, cell: ({ downloads }) => exactNumber(downloads) },
          ]}
          rows={metrics.users}
          rowKey={({ user_id }) => user_id}
        />
      </Section>
    )}
  </>
);

function ByDay({ metrics: { series: daily, total_downloads: total }, days }: InstallChartsProps) {
  // Stable, so that midnight does not move the days under the pointer.
  const [now] = useState(() => new Date());
  const { dates, installs } = useMemo(() => installDays(daily, days, now), [daily, days, now]);
  return (
    <>
      <StackedBars
        label={`Installs by day, last ${days} days: ${exactNumber(total)} in total`}
        names={dates}
        series={[{ name: "Installs", colour: "c1", values: installs }]}
        format={exactNumber}
      />
      <details>
        <summary className="text-sm text-muted">Show as a table</summary>
        <div className="pt-2">
          <Table
            caption="Installs by day"
            columns={[
              { key: "day", header: "Day", cell: ({ date }) => date },
              { key: "installs", header: "Installs", numeric: true, cell: ({ downloads }) => exactNumber(downloads) },
            ]}
            rows={daily.toReversed()}
            rowKey={({ date }) => date}
          />
        </div>
      </details>
    </>
  );
}

/** Names with bars, largest first. Also readable as a list by screen readers. */
function Shares({ of }: { readonly of: Readonly<Record<string, number>> }) {
  const rows = Object.entries(of).toSorted(([, one], [, other]) => other - one);
  const most = Math.max(1, ...rows.map(([, value]) => value));
  if (rows.length === 0) return <p className="text-muted">None yet.</p>;
  return (
    <ul className="flex flex-col gap-1">
      {rows.map(([name, value]) => (
        <li key={name} className="grid grid-cols-[8rem_1fr_3rem] items-center gap-2 text-sm">
          <bdi className="truncate text-muted" title={name}>
            {name}
          </bdi>
          <span aria-hidden="true" className="h-3 rounded-sm bg-c1" style={{ width: `${(value / most) * 100}%` }} />
          <span className="text-right tabular-nums">{exactNumber(value)}</span>
        </li>
      ))}
    </ul>
  );
}
