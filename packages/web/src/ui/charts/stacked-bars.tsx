import { useId, useState } from "react";
import type { SeriesColour } from "../theme/series-colours.js";
import { stackValues } from "./stack-values.js";

export interface BarSeries {
  readonly name: string;
  readonly colour: SeriesColour;
  readonly values: readonly number[];
  /** Hatched: expected, not measured. */
  readonly isExpected?: boolean;
}

interface StackedBarsProps {
  /** An accessible description of the chart. */
  readonly label: string;
  /** What each bar stands for, such as its day. */
  readonly names: readonly string[];
  readonly series: readonly BarSeries[];
  readonly format: (value: number) => string;
  /** The place whose figures are shown while nothing is pointed at; the last one if omitted. */
  readonly at?: number;
}

const BAR = 8;
const STEP = 10;
const HEIGHT = 100;
const HATCHED = "repeating-linear-gradient(45deg, var(--muted) 0 1px, transparent 1px 3px)";

/** One bar per day with its series on top of each other, and the figures of the day under the pointer, or of the last one. */
export function StackedBars({ label, names, series, format, at: resting = names.length - 1 }: StackedBarsProps) {
  const [pointed, setPointed] = useState<number>();
  const hatch = useId();
  const at = Math.min(pointed ?? resting, names.length - 1);
  const bars = stackValues(series.map(({ values }) => values));
  const totals = names.map((_, place) => series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0));
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <p aria-hidden="true" className="text-xs text-muted tabular-nums">
        {format(Math.max(0, ...totals))}
      </p>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${names.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-40 w-full border-y border-line"
        onPointerLeave={() => setPointed(undefined)}
      >
        <pattern id={hatch} width={3} height={3} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={1.2} height={3} fill="var(--muted)" />
        </pattern>
        {bars.map((parts, place) => (
          <g key={place} onPointerEnter={() => setPointed(place)}>
            <rect
              x={place * STEP}
              width={STEP}
              height={HEIGHT}
              fill={place === pointed ? "var(--hover)" : "transparent"}
            />
            {parts.map(({ series: which, from, to }) => (
              <rect
                key={which}
                x={place * STEP + (STEP - BAR) / 2}
                y={(1 - to) * HEIGHT}
                width={BAR}
                height={(to - from) * HEIGHT}
                fill={series[which]?.isExpected ? `url(#${hatch})` : `var(--${series[which]?.colour ?? "c6"})`}
              />
            ))}
          </g>
        ))}
      </svg>
      <p aria-hidden="true" className="flex justify-between text-xs text-muted tabular-nums">
        <span>{names[0]}</span>
        <span>{names.length > 1 && names.at(-1)}</span>
      </p>
      <Figures name={names[at]} {...{ series, at, format }} />
    </figure>
  );
}

interface FiguresProps extends Pick<StackedBarsProps, "series" | "format"> {
  readonly name: string | undefined;
  readonly at: number;
}

const Figures = ({ name: place, series, at, format }: FiguresProps) => (
  <figcaption className="flex min-h-5 flex-wrap gap-x-4 text-sm">
    <span className="text-muted">{place}</span>
    {series.map(({ name, colour, values, isExpected }) => (
      <span key={name} className="flex items-center gap-1.5">
        <span
          aria-hidden="true"
          className="size-2.5 rounded-sm"
          style={{ background: isExpected ? HATCHED : `var(--${colour})` }}
        />
        {name}: {format(values[at] ?? 0)}
      </span>
    ))}
  </figcaption>
);
