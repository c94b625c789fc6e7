import type { ItemMetrics } from "@tackroom/contract";
import type { ItemDetail, ItemType } from "../../../api/kinds.js";
import { useCall } from "../../../api/queries.js";
import { Card, Section } from "../../../ui/card.js";
import { Loaded } from "../../../ui/loaded.js";

export function UsageTab({ type, item }: { readonly type: ItemType; readonly item: ItemDetail }) {
  const metrics = useCall(`${type}.getItemMetrics`, { params: { id: item.id }, query: { days: 30 } });
  return <Loaded query={metrics}>{(found) => <Usage metrics={found} />}</Loaded>;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const milliseconds = (ms: number): string => `${Math.round(ms).toLocaleString("en")} ms`;

/** The figures that there is evidence for. */
function figuresOf(metrics: ItemMetrics): (readonly [string, string])[] {
  const { unique_users, total_calls, error_rate, p50_latency_ms, p90_latency_ms, total_interactions } = metrics;
  const all: (readonly [string, number | null | undefined, (value: number) => string])[] = [
    ["Installs", metrics.total_downloads, String],
    ["People", unique_users, String],
    ["Calls", total_calls, String],
    ["Errors", error_rate, percent],
    ["Median time", p50_latency_ms, milliseconds],
    ["9 of 10 within", p90_latency_ms, milliseconds],
    ["Sessions", total_interactions, String],
    ["Tool calls each", metrics.avg_tool_calls, (value) => value.toFixed(1)],
  ];
  return all.flatMap(([name, value, write]) =>
    value === null || value === undefined ? [] : [[name, write(value)] as const],
  );
}

function Usage({ metrics }: { readonly metrics: ItemMetrics }) {
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {figuresOf(metrics).map(([name, value]) => (
          <Card key={name} className="flex flex-col-reverse py-3">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
          </Card>
        ))}
      </dl>
      <Section title="Installs by day, last 30 days">
        <Bars rows={metrics.series.map(({ date, downloads }) => [date, downloads])} />
      </Section>
      <div className="grid gap-6 md:grid-cols-2">
        <Section title="By harness">
          <Bars rows={Object.entries(metrics.by_harness)} />
        </Section>
        <Section title="By version">
          <Bars rows={Object.entries(metrics.by_version)} />
        </Section>
      </div>
    </div>
  );
}

/** Names with bars: readable as a list too, by those who do not see the bars. */
function Bars({ rows }: { readonly rows: readonly (readonly [string, number])[] }) {
  const most = Math.max(1, ...rows.map(([, value]) => value));
  if (rows.length === 0) return <p className="text-muted">None yet.</p>;
  return (
    <ul className="flex flex-col gap-1">
      {rows.map(([name, value]) => (
        <li key={name} className="grid grid-cols-[8rem_1fr_3rem] items-center gap-2 text-sm">
          <span className="truncate text-muted">{name}</span>
          <span aria-hidden="true" className="h-3 rounded-sm bg-accent" style={{ width: `${(value / most) * 100}%` }} />
          <span className="text-right tabular-nums">{value}</span>
        </li>
      ))}
    </ul>
  );
}
