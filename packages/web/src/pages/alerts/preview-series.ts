import type { AlertMetric, AlertPreview } from "@tackroom/contract";
import type { ChartSeries } from "../../ui/charts/chart-props.js";
import { METRIC_WORDS } from "./alert-words.js";

export interface PreviewSeries {
  /** In seconds. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
}

/** The metric from its lowest to its highest value by hour, with the threshold and marks where the rule fired. */
export function previewSeries(
  { series, firings }: Pick<AlertPreview, "series" | "firings">,
  { metric, threshold }: { readonly metric: AlertMetric; readonly threshold: number },
): PreviewSeries {
  const { format, name } = METRIC_WORDS[metric];
  const times = series.map(({ time }) => Date.parse(time) / 1000);
  const fired = times.map((): number | null => null);
  for (const { fired_at, metric_value } of firings) {
    const at = placeOf(times, Date.parse(fired_at) / 1000);
    // The newest of an hour, which is listed first.
    if (at !== undefined) fired[at] ??= metric_value;
  }
  return {
    times,
    series: [
      { name, colour: "c2", values: series.map(({ high }) => high), lows: series.map(({ low }) => low), format },
      { name: "Threshold", colour: "muted", values: times.map(() => threshold), format, look: "dashed" },
      { name: "Fired", colour: "bad", values: fired, format, look: "marks" },
    ],
  };
}

/** The place of the last time that is not later; undefined before the first. */
export function placeOf(times: readonly number[], time: number): number | undefined {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? Infinity) <= time) from = middle + 1;
    else to = middle;
  }
  return from === 0 ? undefined : from - 1;
}
