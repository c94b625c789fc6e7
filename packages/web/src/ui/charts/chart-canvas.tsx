import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { ChartColour } from "./chart-colours.js";
import { timeSpan } from "../data/time-span.js";
import { classes } from "../theme/classes.js";
import { isolatedPlaces } from "./isolated-places.js";

export interface ChartSeries {
  readonly name: string;
  readonly colour: ChartColour;
  readonly values: readonly (number | null)[];
  readonly format: (value: number) => string;
  /** Uses a separate axis on the right. */
  readonly ownScale?: boolean;
  /** `dashed`: a limit. `marks`: single points without a line. */
  readonly look?: "line" | "dashed" | "marks";
  /** Where the values are the upper ends of ranges: their lower ends. Drawn as a bar for each time. */
  readonly lows?: readonly (number | null)[];
}

export interface ChartProps {
  /** An accessible description of the chart. */
  readonly label: string;
  /** In seconds, ascending. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  /** Times are UTC days. */
  readonly wholeDays?: boolean;
  /** Called with the place of the time that is clicked. Whatever it does must be possible by keyboard elsewhere on the page. */
  readonly onSelect?: (place: number) => void;
}

const HEIGHT = 220;
const AXIS_WIDTH = 64;
/** The library declares this side only in its types; the default side of an axis is left. */
const RIGHT = { side: 1 };

export function ChartCanvas({ label, times, series, wholeDays = false, onSelect }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number>();
  const theme = useThemeChanges();
  useEffect(() => {
    const box = place.current;
    if (!box) return undefined;
    const plot = draw(box, { times, series, wholeDays, onPoint: setPointed });
    const resize = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT }));
    resize.observe(box);
    return () => {
      resize.disconnect();
      plot.destroy();
    };
  }, [times, series, wholeDays, theme]);
  const at = pointed ?? times.length - 1;
  const time = times[at];
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <div
        ref={place}
        role="img"
        aria-label={label}
        className={classes("h-55 min-w-0 overflow-hidden", onSelect && "cursor-pointer")}
        {...(onSelect && pointed !== undefined ? { onClick: () => onSelect(pointed) } : {})}
      />
      <figcaption className="flex min-h-5 flex-wrap gap-x-4 text-sm">
        {time !== undefined && <span className="text-muted">{timeText(time, wholeDays)}</span>}
        {series.map((each) => (
          <span key={each.name} className="flex items-center gap-1.5">
            <span aria-hidden="true" className="size-2.5 rounded-sm" style={{ background: `var(--${each.colour})` }} />
            {each.name}: {valueAt(each, at)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function valueAt({ values, lows, format }: ChartSeries, at: number): string {
  const [value, low] = [values[at], lows?.[at]];
  if (typeof value !== "number") return "none";
  return typeof low === "number" && low !== value ? `${format(low)} to ${format(value)}` : format(value);
}

const timeText = (time: number, wholeDays: boolean): string =>
  wholeDays
    ? new Date(time * 1000).toLocaleDateString(undefined, { timeZone: "UTC" })
    : new Date(time * 1000).toLocaleString();

interface Drawing extends Required<Pick<ChartProps, "times" | "series" | "wholeDays">> {
  readonly onPoint: (index: number | undefined) => void;
}

/** Counts are whole numbers. */
const WHOLE_STEPS = Array.from({ length: 15 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();
/** The smallest step of an axis of days is a day. */
const DAYS = [1, 2, 3, 5, 7, 10, 15, 30, 60, 90, 180, 365, 730, 1825].map((days) => days * 86_400);
const isCount = ({ values }: ChartSeries): boolean => values.every((each) => each === null || Number.isInteger(each));
const scaleOf = ({ ownScale = false }: ChartSeries): string => (ownScale ? "own" : "y");

function draw(box: HTMLElement, { times, series, wholeDays, onPoint }: Drawing): uPlot {
  const [ink, grid] = [resolved(box, "muted"), resolved(box, "line")];
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

/** Changes whenever the color scheme changes. */
function useThemeChanges(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const changed = (): void => setChanges((before) => before + 1);
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    const chosen = new MutationObserver(changed);
    system.addEventListener("change", changed);
    chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      system.removeEventListener("change", changed);
      chosen.disconnect();
    };
  }, []);
  return changes;
}
