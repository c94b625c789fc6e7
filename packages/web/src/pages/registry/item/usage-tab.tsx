import type { ItemMetrics } from "@tackroom/contract";
import { ChartColumn } from "lucide-react";
import type { ItemDetail, ItemType } from "../../../api/kinds.js";
import { useCall } from "../../../api/queries.js";
import { useAddressFilters } from "../../../ui/forms/address-filters.js";
import { Card } from "../../../ui/layout/card.js";
import { EmptyState } from "../../../ui/layout/empty-state.js";
import { Select } from "../../../ui/forms/field.js";
import { Stat } from "../../../ui/data/stat.js";
import { Loaded } from "../../../ui/feedback/loaded.js";
import { Sparkline } from "../../../ui/charts/sparkline.js";
import { installDays } from "./install-days.js";
import { installCommand } from "./install-files.js";
import { InstallCharts } from "./install-charts.js";

interface UsageTabProps {
  readonly type: ItemType;
  readonly item: ItemDetail;
}

const PERIODS = [7, 30, 90, 365] as const;
const DEFAULT_DAYS = 30;

export function UsageTab({ type, item }: UsageTabProps) {
  const { values, set } = useAddressFilters(["last"]);
  const days = PERIODS.find((each) => String(each) === values["last"]) ?? DEFAULT_DAYS;
  const metrics = useCall(`${type}.getItemMetrics`, { params: { id: item.id }, query: { days } });
  return (
    <div className="flex flex-col gap-4">
      <Select
        aria-label="Period"
        className="w-auto self-start"
        value={days}
        onChange={({ target }) => set({ last: target.value === String(DEFAULT_DAYS) ? "" : target.value })}
      >
        {PERIODS.map((each) => (
          <option key={each} value={each}>
            Last {each} days
          </option>
        ))}
      </Select>
      <Loaded query={metrics}>
        {(found) => {
          const figures = figuresOf(found);
          return figures.length === 0 ? (
            <Unused type={type} item={item} />
          ) : (
            <div className="flex flex-col gap-6">
              <Figures figures={figures} installs={installDays(found.series, days, new Date()).installs} />
              {found.total_downloads > 0 && <InstallCharts metrics={found} days={days} />}
            </div>
          );
        }}
      </Loaded>
    </div>
  );
}

function Unused({ type, item }: UsageTabProps) {
  const harness = item.supported_harnesses[0] ?? "claude-code";
  return (
    <EmptyState
      icon={ChartColumn}
      title="No usage in this period"
      command={installCommand(type, item.qualified_name, harness)}
    >
      Choose a longer period, or be the first to install it:
    </EmptyState>
  );
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const milliseconds = (ms: number): string => `${Math.round(ms).toLocaleString("en")} ms`;

const INSTALLS = "Installs";

type Figure = readonly [name: string, value: string];

/** The metrics that have data; none if nothing was installed or called. */
function figuresOf(metrics: ItemMetrics): Figure[] {
  const { total_downloads, total_calls, total_interactions } = metrics;
  if (!total_downloads && !total_calls && !total_interactions) return [];
  const all: (readonly [string, number | null | undefined, (value: number) => string])[] = [
    [INSTALLS, total_downloads, String],
    ["Users", metrics.unique_users, String],
    ["Calls", total_calls, String],
    ["Error rate", metrics.error_rate, percent],
    ["Latency (p50)", metrics.p50_latency_ms, milliseconds],
    ["Latency (p90)", metrics.p90_latency_ms, milliseconds],
    ["Sessions", total_interactions, String],
    ["Tool calls per session", metrics.avg_tool_calls, (value) => value.toFixed(1)],
  ];
  return all.flatMap(([name, value, write]) =>
    value === null || value === undefined ? [] : [[name, write(value)] as const],
  );
}

interface FiguresProps {
  readonly figures: readonly Figure[];
  /** By day. */
  readonly installs: readonly number[];
}

const Figures = ({ figures, installs }: FiguresProps) => (
  <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
    {figures.map(([name, value]) => (
      <li key={name}>
        <Card className="h-full py-3">
          <Stat label={name} value={value} shape={name === INSTALLS && <Sparkline values={installs} />} />
        </Card>
      </li>
    ))}
  </ul>
);
