import type { Scorecard } from "@tackroom/contract";
import type { Dimension } from "@tackroom/contract/scorecard-weights";

const DAY_S = 86_400;

export interface DaySeries {
  /** In seconds, one per day. */
  readonly times: readonly number[];
  /** Null on days without a score, which are gaps and not zeros. */
  readonly scores: readonly (number | null)[];
  readonly sessions: readonly number[];
}

/** Every day from the first to the last. Of the total, if no dimension is given. */
export function daySeries(series: Scorecard["series"], dimension: Dimension | undefined): DaySeries {
  const byTime = new Map(series.map((point) => [Date.parse(point.time) / 1000, point]));
  const known = [...byTime.keys()];
  const [first, last] = [Math.min(...known), Math.max(...known)];
  const times =
    known.length === 0 ? [] : Array.from({ length: (last - first) / DAY_S + 1 }, (_, n) => first + n * DAY_S);
  const points = times.map((time) => byTime.get(time));
  return {
    times,
    scores: points.map((point) => (dimension === undefined ? point?.total : point?.scores[dimension]) ?? null),
    sessions: points.map((point) => point?.sessions ?? 0),
  };
}

/** "2026-05-01", as the server takes it. */
export const dayOf = (time: string): string => time.slice(0, 10);
