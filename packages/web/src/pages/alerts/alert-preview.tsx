import type { UseQueryResult } from "@tanstack/react-query";
import type { AlertPreview } from "@tackroom/contract";
import { useMemo } from "react";
import type { ApiProblem } from "../../api/problem.js";
import { useCall } from "../../api/queries.js";
import { Chart } from "../../ui/charts/chart.js";
import { Table } from "../../ui/data/table.js";
import { Time } from "../../ui/data/time.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Skeleton } from "../../ui/feedback/skeleton.js";
import { METRIC_WORDS, timesText, valueText } from "./alert-words.js";
import type { WatchedBody } from "./alert-values.js";
import { previewSeries } from "./preview-series.js";

const DAYS = 30;
const MAX_LISTED = 5;

type PreviewQuery = UseQueryResult<AlertPreview, ApiProblem>;

/** When a rule would have fired. While the next answer is on its way, the previous one is kept; outdated requests are cancelled. */
export const usePreview = (watched: WatchedBody): PreviewQuery =>
  useCall("previewAlert", { body: { ...watched, days: DAYS } }, { keepsPrevious: true });

interface PreviewProps {
  readonly watched: WatchedBody;
  readonly preview: PreviewQuery;
}

export function Preview({ watched, preview }: PreviewProps) {
  return (
    <Loaded query={preview} skeleton={<Skeleton className="h-80" />}>
      {(found) => (
        <div className="flex flex-col gap-3" aria-busy={preview.isPlaceholderData}>
          <p role="status" className="text-lg font-semibold">
            {found.count === 0
              ? `Would not have fired in the last ${DAYS} days`
              : `Would have fired ${timesText(found.count)} in the last ${DAYS} days`}
          </p>
          {/* Of the same moment as the answer: the previous values with the next threshold would be wrong. */}
          {preview.isPlaceholderData ? (
            <Skeleton className="h-61" />
          ) : (
            <PreviewChart preview={found} watched={watched} />
          )}
          <LatestFirings preview={found} watched={watched} />
        </div>
      )}
    </Loaded>
  );
}

interface ShownProps {
  readonly watched: WatchedBody;
  readonly preview: AlertPreview;
}

function PreviewChart({ preview, watched: { metric, threshold } }: ShownProps) {
  const { times, series } = useMemo(() => previewSeries(preview, { metric, threshold }), [preview, metric, threshold]);
  if (preview.series.every(({ high }) => high === null)) {
    return <p className="text-muted">There is no data in this period. The rule fires once there is.</p>;
  }
  const { name } = METRIC_WORDS[metric];
  return (
    <Chart
      label={`${name} by hour in the last ${DAYS} days, with the threshold ${valueText(metric, threshold)} and ${preview.count} firings`}
      times={times}
      series={series}
    />
  );
}

function LatestFirings({ preview: { firings, count }, watched: { metric } }: ShownProps) {
  if (firings.length === 0) return null;
  const shown = firings.slice(0, MAX_LISTED);
  return (
    <>
      <Table
        caption="Latest firings"
        columns={[
          { key: "when", header: "Would have fired", cell: ({ fired_at: at }) => <Time at={at} /> },
          {
            key: "value",
            header: METRIC_WORDS[metric].name,
            numeric: true,
            cell: ({ metric_value: value }) => valueText(metric, value),
          },
        ]}
        rows={shown}
        rowKey={({ fired_at: at }) => at}
      />
      {count > shown.length && (
        <p className="text-sm text-muted">
          The latest {shown.length} of {count}.
        </p>
      )}
    </>
  );
}
