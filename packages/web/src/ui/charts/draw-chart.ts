import uPlot from "uplot";
import { timeSpan } from "../data/time-span.js";
import type { ChartProps, ChartSeries } from "./chart-props.js";
import { isolatedPlaces } from "./isolated-places.js";

export const HEIGHT = 220;
const AXIS_WIDTH = 64;
/** The library declares this side only in its types; the default side of an axis is left. */
const RIGHT = { side: 1 };

interface Drawing extends Required<Pick<ChartProps, "times" | "series" | "wholeDays">> {
  readonly onPoint: (index: number | undefined) => void;
}

/** Counts are whole numbers. */
const WHOLE_STEPS = Array.from({ length: 15 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();
/** The smallest step of an axis of days is a day. */
const DAYS = [1, 2, 3, 5, 7, 10, 15, 30, 60, 90, 180, 365, 730, 1825].map((days) => days * 86_400);
/** uPlot's label formats, by the smallest step of the axis: the label, and a second line at each new year and day. */
const TIMES: uPlot.Axis.Values = [
  [365 * 86_400, "{YYYY}", null, null, null, null, null, null, 1],
  [28 * 86_400, "{MMM}", "\n{YYYY}", null, null, null, null, null, 1],
  [86_400, "{D} {MMM}", "\n{YYYY}", null, null, null, null, null, 1],
  [60, "{HH}:{mm}", "\n{D} {MMM} {YYYY}", null, "\n{D} {MMM}", null, null, null, 1],
];
const isCount = ({ values }: ChartSeries): boolean => values.every((each) => each === null || Number.isInteger(each));
const scaleOf = ({ ownScale = false }: ChartSeries): string => (ownScale ? "own" : "y");

/** A chart of the library, in a box that it fills. */
export function draw(box: HTMLElement, { times, series, wholeDays, onPoint }: Drawing): uPlot {
  const [ink, grid] = [resolved(box, "muted"), resolved(box, "line")];
  // A canvas inherits no font.
  const font = `12px ${getComputedStyle(box).fontFamily}`;
  const axis = (scale: string, side?: typeof RIGHT): uPlot.Axis => {
    const format = series.find((each) => scaleOf(each) === scale)?.format ?? String;
    const values = (_: uPlot, splits: number[]): string[] => splits.map(format);
    const counts = series.filter((each) => scaleOf(each) === scale).every(isCount);
    return {
      scale,
      ...side,
      size: AXIS_WIDTH,
      stroke: ink,
      grid: { show: !side, stroke: grid, width: 1 },
      ticks: { stroke: grid, width: 1 },
      font,
      values,
      ...(counts ? { incrs: WHOLE_STEPS } : {}),
    };
  };
  const hasOwn = series.some(({ ownScale }) => ownScale);
  const options: uPlot.Options = {
    width: Math.max(1, box.clientWidth),
    height: HEIGHT,
    legend: { show: false },
    ...(wholeDays ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC") } : {}),
    scales: {
      x: { range: (_, from, to) => timeSpan(from, to, { points: times.length, wholeDays }) },
      y: { range: fromZero },
      ...(hasOwn ? { own: { range: fromZero } } : {}),
    },
    axes: [
      {
        stroke: ink,
        grid: { stroke: grid, width: 1 },
        ticks: { stroke: grid, width: 1 },
        font,
        values: TIMES,
        ...(wholeDays ? { incrs: DAYS } : {}),
      },
      axis("y"),
      ...(hasOwn ? [axis("own", RIGHT)] : []),
    ],
    series: [{}, ...series.map((each) => lineOf(each, resolved(box, each.colour), times.length))],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
  };
  const data = [[...times], ...series.map(({ values }) => [...values])] as uPlot.AlignedData;
  return new uPlot(options, data, box);
}

function lineOf(series: ChartSeries, stroke: string, points: number): uPlot.Series {
  const { name, look = "line", values, lows } = series;
  const line = { label: name, scale: scaleOf(series), stroke, width: 2 };
  if (lows) return { ...line, paths: rangePaths(lows), points: { show: false } };
  if (look === "dashed") return { ...line, width: 1, dash: [6, 4], points: { show: false } };
  if (look === "marks") return { ...line, paths: () => null, points: { show: true, size: 9, fill: stroke } };
  // A line needs two points in a row; a point between gaps is drawn as such.
  const filter = (_: uPlot, __: number, show: boolean): number[] | null => (show ? null : isolatedPlaces(values));
  return { ...line, points: { show: points < 60, filter } };
}

/** A range is visible even if both ends are the same. */
const MIN_RANGE_PIXELS = 4;

const rangePaths =
  (lows: readonly (number | null)[]): uPlot.Series.PathBuilder =>
  (plot, seriesIdx, first, last) => {
    const stroke = new Path2D();
    const [times, highs] = [plot.data[0], plot.data[seriesIdx] ?? []];
    for (let at = first; at <= last; at += 1) {
      const [time, high] = [times[at], highs[at]];
      if (time === undefined || high === undefined || high === null) continue;
      const x = plot.valToPos(time, "x", true);
      const top = plot.valToPos(high, "y", true);
      stroke.moveTo(x, top);
      stroke.lineTo(x, Math.max(plot.valToPos(lows[at] ?? high, "y", true), top + MIN_RANGE_PIXELS));
    }
    return { stroke };
  };

const fromZero = (_: uPlot, __: number | null, most: number | null): uPlot.Range.MinMax => [
  0,
  (most ?? 0) > 0 ? (most ?? 0) * 1.05 : 1,
];

/** A color for the canvas, which supports neither CSS variables nor color schemes. */
function resolved(box: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  box.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
