import type { ReplyOf } from "@tackroom/contract/calls";

type Point = ReplyOf<"getDashboardSeries">[number];

export interface SpendGroup {
  /** Null: belongs to no group; undefined: the sum of all that are not shown by themselves. */
  readonly id: string | null | undefined;
  /** One for each day. */
  readonly values: readonly number[];
  readonly total: number;
}

/** As many as can be told apart, and one for the rest. */
const MAX_GROUPS = 5;

/** Points as a row of values for each group, the largest first. */
export function spendGroups(points: readonly Point[], days: readonly string[]): SpendGroup[] {
  const places = new Map(days.map((day, at) => [day, at]));
  const groups = new Map<string | null, number[]>();
  for (const { time, group, value } of points) {
    const place = places.get(time.slice(0, 10));
    if (place === undefined) continue;
    const values = groups.get(group) ?? days.map(() => 0);
    values[place] = (values[place] ?? 0) + (value ?? 0);
    groups.set(group, values);
  }
  const all = Array.from(groups, ([id, values]): SpendGroup => ({ id, values, total: sumOf(values) }))
    .filter(({ total }) => total > 0)
    .toSorted((one, other) => other.total - one.total);
  const rest = all.slice(MAX_GROUPS);
  if (rest.length === 0) return all;
  const values = days.map((_, at) => sumOf(rest.map((group) => group.values[at] ?? 0)));
  return [...all.slice(0, MAX_GROUPS), { id: undefined, values, total: sumOf(values) }];
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
