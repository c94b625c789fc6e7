import type { ReplyOf } from "@tackroom/contract/calls";

type Point = ReplyOf<"getDashboardSeries">[number];

export interface Group {
  /** Null: not assigned to any group. */
  readonly id: string | null;
  readonly values: readonly (number | null)[];
  /** Null when part of it is unknown. */
  readonly total: number | null;
}

export interface Grouped {
  /** In seconds, ascending. */
  readonly times: readonly number[];
  /** Largest first. */
  readonly groups: readonly Group[];
}

const STEP_MS = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 };
export type Interval = keyof typeof STEP_MS;
const MAX_REPEATS = 2000;

/** Converts points to lines over common times. Missing points are zero. */
export function groupPoints(points: readonly Point[], interval: Interval): Grouped {
  const times = timesBetween(
    points.map(({ time }) => Date.parse(time)),
    STEP_MS[interval],
  );
  const byGroup = new Map<string | null, Map<number, number | null>>();
  for (const { time, group, value } of points) {
    const values = byGroup.get(group) ?? new Map<number, number | null>();
    byGroup.set(group, values.set(Date.parse(time), value));
  }
  const groups = Array.from(byGroup, ([id, values]) => {
    const known = [...values.values()];
    return {
      id,
      values: times.map((time) => values.get(time) ?? (values.has(time) ? null : 0)),
      total: known.includes(null) ? null : known.reduce<number>((sum, value) => sum + (value ?? 0), 0),
    };
  });
  return {
    times: times.map((time) => time / 1000),
    groups: groups.toSorted((one, other) => (other.total ?? -1) - (one.total ?? -1)),
  };
}

/** All intervals from first to last, or only those with data if there would be too many. */
function timesBetween(given: readonly number[], step: number): number[] {
  const sorted = [...new Set(given)].toSorted((one, other) => one - other);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || (last - first) / step > MAX_REPEATS) return sorted;
  return Array.from({ length: Math.round((last - first) / step) + 1 }, (_, at) => first + at * step);
}

/** The finest resolution that is readable for this number of days. */
export function intervalFor(days: number): Interval {
  if (days <= 2) return "hour";
  return days <= 100 ? "day" : "week";
}
