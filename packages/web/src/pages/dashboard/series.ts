import type { ReplyOf } from "@tackroom/contract/calls";

type Point = ReplyOf<"getDashboardSeries">[number];

export interface Group {
  /** Null: what belongs to none. */
  readonly id: string | null;
  readonly values: readonly (number | null)[];
  /** Null when part of it is not known. */
  readonly total: number | null;
}

export interface Grouped {
  /** In seconds, ascending. */
  readonly times: readonly number[];
  /** The largest first. */
  readonly groups: readonly Group[];
}

const STEP_MS = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 };
export type Interval = keyof typeof STEP_MS;
const MAX_REPEATS = 2000;

/** Points as lines over the same times. Where the server tells nothing there was nothing, so that is a zero. */
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

/** Every interval from the first to the last, or those that have something where that would be too many. */
function timesBetween(given: readonly number[], step: number): number[] {
  const told = [...new Set(given)].toSorted((one, other) => one - other);
  const [first, last] = [told[0], told.at(-1)];
  if (first === undefined || last === undefined || (last - first) / step > MAX_REPEATS) return told;
  return Array.from({ length: Math.round((last - first) / step) + 1 }, (_, at) => first + at * step);
}

/** As fine as a picture of so many days can show. */
export function intervalFor(days: number): Interval {
  if (days <= 2) return "hour";
  return days <= 100 ? "day" : "week";
}
