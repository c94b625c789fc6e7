import type { AlertState } from "@tackroom/contract";
import { MINUTE_MS } from "./minutes.js";
import type { Point } from "./walk-minutes.js";

/** Lines arrive some seconds after what they tell of, and so these minutes are looked at once more. */
const LATE_MINUTES = 5;

/** A server that was down for a while catches up with at least so much, however short the window. */
const LEAST_CATCH_UP_MINUTES = 10;

/** More than the clocks of replicas differ. */
const MAX_AHEAD_MINUTES = 5;

interface Evaluated {
  readonly watchingSince: number;
  readonly evaluatedUntil: number;
  readonly windowMinutes: number;
}

/** The first end of a minute to look at when `to` is the last; undefined: that has been done already. */
export function firstMinute(
  { watchingSince, evaluatedUntil, windowMinutes }: Evaluated,
  to: number,
): number | undefined {
  // The clock was far ahead then and has been set right since: waiting for that time might take years.
  const isAhead = (time: number): boolean => time > to + MAX_AHEAD_MINUTES * MINUTE_MS;
  const until = isAhead(evaluatedUntil) ? to - MINUTE_MS : evaluatedUntil;
  if (to <= until) return undefined;
  const since = isAhead(watchingSince) ? -Infinity : watchingSince + MINUTE_MS;
  const catchUp = Math.max(windowMinutes, LEAST_CATCH_UP_MINUTES) * MINUTE_MS;
  return Math.max(since, until - (LATE_MINUTES - 1) * MINUTE_MS, to - catchUp);
}

export interface Firing {
  readonly firedAt: number;
  readonly value: number;
  /** When the condition held no more. */
  readonly recoveredAt: number | null;
}

export interface Decision {
  readonly state: AlertState;
  readonly value: number | null;
  readonly firings: readonly Firing[];
  /** When what fired before has ended; null: it has not, or nothing had fired. */
  readonly recoveredAt: number | null;
}

/** What an evaluation comes to. `openSince`: when the last firing was that has not recovered. */
export function decideEvaluation(points: Iterable<Point>, openSince: number | null): Decision {
  const ended: Firing[] = [];
  let open: Firing[] = [];
  let recoveredAt: number | null = null;
  let last: Point | undefined;
  for (const point of points) {
    last = point;
    if (!point.holds) {
      if (openSince !== null && point.time > openSince) recoveredAt ??= point.time;
      ended.push(...open.map((firing) => ({ ...firing, recoveredAt: point.time })));
      open = [];
    }
    if (point.fires && point.value !== null) open.push({ firedAt: point.time, value: point.value, recoveredAt: null });
  }
  return { ...stateAt(last), firings: [...ended, ...open], recoveredAt };
}

function stateAt(last: Point | undefined): Pick<Decision, "state" | "value"> {
  const value = last?.value ?? null;
  if (value === null) return { state: "no_data", value };
  return { state: last?.holds ? "firing" : "ok", value };
}
