import type { SeriesColour } from "../theme/series-colours.js";
import { linePath, sparklinePoints } from "./sparkline-path.js";

interface SparklineProps {
  readonly values: readonly number[];
  /** The period before, of equal length, drawn as a dotted line on the same scale. */
  readonly before?: readonly number[];
  readonly colour?: SeriesColour;
  readonly width?: number;
  readonly height?: number;
}

const MARGIN = 2;

/** The shape of a figure over time. Decoration: the figure beside it says what is essential. */
export function Sparkline({ values, before = [], colour = "c1", width = 84, height = 24 }: SparklineProps) {
  const area = { width, height, margin: MARGIN };
  const most = Math.max(0, ...values, ...before);
  const points = sparklinePoints(values, most, area);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const line = linePath(points);
  const stroke = `var(--${colour})`;
  return (
    <svg aria-hidden="true" width={width} height={height} viewBox={`0 0 ${width} ${height}`} className="shrink-0">
      <path d={`${line}L${last.x} ${height}L${first.x} ${height}Z`} fill={stroke} opacity={0.12} />
      {before.length > 0 && (
        <path
          d={linePath(sparklinePoints(before, most, area))}
          fill="none"
          stroke="var(--muted)"
          strokeWidth={1}
          strokeDasharray="1 3"
        />
      )}
      <path d={line} fill="none" stroke={stroke} strokeWidth={1.5} strokeLinejoin="round" />
      <circle cx={last.x} cy={last.y} r={2} fill={stroke} />
    </svg>
  );
}
