import type { AlertPreview } from "@tackroom/contract";
import type { Point } from "./walk-minutes.js";

const HOUR_MS = 60 * 60_000;
const MAX_FIRINGS_SHOWN = 500;

/** What a preview shows of a walk; a step for each minute, so that a long one can be done in slices. */
export function* summarizeWalk(
  points: Iterable<Point>,
): Generator<undefined, Pick<AlertPreview, "count" | "firings" | "series">> {
  const firings: AlertPreview["firings"] = [];
  const hours = new Map<number, Pick<AlertPreview["series"][number], "low" | "high">>();
  let count = 0;
  for (const { time, value, fires } of points) {
    const hour = Math.floor(time / HOUR_MS) * HOUR_MS;
    const { low = null, high = null } = hours.get(hour) ?? {};
    hours.set(hour, value === null ? { low, high } : { low: lesser(low, value), high: greater(high, value) });
    if (fires && value !== null) {
      count += 1;
      firings.push({ fired_at: textOf(time), metric_value: value });
      if (firings.length > MAX_FIRINGS_SHOWN * 2) firings.splice(0, MAX_FIRINGS_SHOWN);
    }
    yield;
  }
  return {
    count,
    firings: firings.slice(-MAX_FIRINGS_SHOWN).toReversed(),
    series: [...hours].map(([hour, { low, high }]) => ({ time: textOf(hour), low, high })),
  };
}

const textOf = (time: number): string => new Date(time).toISOString();
const lesser = (known: number | null, value: number): number => (known === null ? value : Math.min(known, value));
const greater = (known: number | null, value: number): number => (known === null ? value : Math.max(known, value));
