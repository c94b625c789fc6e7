import type { AlertCondition } from "@tackroom/contract";
import { openWindow, type MetricRows } from "./metric-windows.js";
import { MINUTE_MS } from "./minutes.js";

/** What decides when a rule fires, beside its metric. */
export interface Watch {
  readonly threshold: number;
  readonly condition: AlertCondition;
  readonly windowMinutes: number;
  readonly cooldownMinutes: number;
}

/** A rule at the end of a minute: over the window that ends then, without the minute that begins then. */
export interface Point {
  readonly time: number;
  /** Null: nothing to measure. */
  readonly value: number | null;
  /** Whether the condition holds. */
  readonly holds: boolean;
  readonly fires: boolean;
}

interface Walk {
  /** The first and the last end of a minute, milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** When the rule has fired: of those firings that are less than a cooldown away from the walk. */
  readonly firedAt?: readonly number[];
}

/**
 * The rule at the end of each minute. Evaluation and preview both walk here, so that they cannot disagree. The rows must reach
 * back to the beginning of the first window.
 */
export function* walkMinutes(watch: Watch, given: MetricRows, { from, to, firedAt = [] }: Walk): Generator<Point> {
  const window = openWindow(given);
  const length = watch.windowMinutes * MINUTE_MS;
  const cooldown = watch.cooldownMinutes * MINUTE_MS;
  let last = -Infinity;
  let [entering, leaving] = [0, 0];
  const isBefore = (index: number, time: number): boolean => (window.minutes[index] ?? Infinity) < time;
  // What ended before the first window never enters it.
  while (isBefore(entering, from - length)) entering = leaving = entering + 1;
  for (let time = from; time <= to; time += MINUTE_MS) {
    while (isBefore(entering, time)) window.add(entering++);
    while (isBefore(leaving, time - length)) window.remove(leaving++);
    const value = window.value();
    const holds = value !== null && conditionHolds(watch, value);
    const fires = holds && time - last >= cooldown && !isNearAny(firedAt, time, cooldown);
    if (fires) last = time;
    yield { time, value, holds, fires };
  }
}

const conditionHolds = ({ condition, threshold }: Pick<Watch, "condition" | "threshold">, value: number): boolean =>
  condition === "above" ? value > threshold : value < threshold;

/**
 * Firings are at least a cooldown apart, on both sides: late data may show that a minute should have fired which came before
 * one that did.
 */
const isNearAny = (firedAt: readonly number[], time: number, cooldown: number): boolean =>
  firedAt.some((fired) => fired === time || Math.abs(time - fired) < cooldown);
