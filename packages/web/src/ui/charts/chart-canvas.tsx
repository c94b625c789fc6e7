import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { ChartColour } from "./chart-colours.js";
import { timeSpan } from "../data/time-span.js";

export interface ChartSeries {
  readonly name: string;
  readonly colour: ChartColour;
  readonly values: readonly (number | null)[];
  readonly format: (value: number) => string;
  /** Uses a separate axis on the right. */
  readonly ownScale?: boolean;
}

export interface ChartProps {
  /** An accessible description of the chart. */
  readonly label: string;
  /** In seconds, ascending. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  /** Times are UTC days. */
  readonly wholeDays?: boolean;
}

const HEIGHT = 220;
const AXIS_WIDTH = 64;
/** The library declares this side only in its types; the default side of an axis is left. */
const RIGHT = { side: 1 };

export function ChartCanvas({ label, times, series, wholeDays = false }: ChartProps) {
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
      <div ref={place} role="img" aria-label={label} className="h-55 min-w-0 overflow-hidden" />
      <figcaption className="flex min-h-5 flex-wrap gap-x-4 text-sm">
        {time !== undefined && <span className="text-muted">{timeText(time, wholeDays)}</span>}
        {series.map(({ name, colour, values, format }) => {
          const value = values[at];
          return (
            <span key={name} className="flex items-center gap-1.5">
              <span aria-hidden="true" className="size-2.5 rounded-sm" style={{ background: `var(--${colour})` }} />
              {name}: {typeof value === "number" ? format(value) : "none"}
            </span>
          );
        })}
      </figcaption>
    </figure>
  );
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
    series: [
      {},
      ...series.map((each) => ({
        label: each.name,
        scale: scaleOf(each),
        stroke: resolved(box, each.colour),
        width: 2,
        points: { show: times.length < 60 },
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
  };
  const data = [[...times], ...series.map(({ values }) => [...values])] as uPlot.AlignedData;
  return new uPlot(options, data, box);
}

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
