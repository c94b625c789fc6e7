import { ACTIVITY_SLICES, RECORDING_WITHIN_MS, type Session } from "@tackroom/contract";

const MINUTE_MS = 60_000;

/** Minutes further apart than this have a pause between them that does not count. */
export const PAUSE_MINUTES = RECORDING_WITHIN_MS / MINUTE_MS;

/** Active minutes, as the store has measured them. */
interface Measured {
  readonly first_ms: number;
  readonly last_ms: number;
  readonly minutes: number;
  readonly pauses: number;
  readonly slices: readonly (readonly [slice: number, calls: number, failures: number])[];
}

type Ends = Readonly<Record<"started_at" | "last_event_at", string>>;

export const NOT_MEASURED: Pick<Session, "active_ms" | "activity"> = { active_ms: null, activity: [] };

/**
 * The first and the last minute count from the first and up to the last event, so that a session without a pause is measured
 * to the millisecond. Nobody knows when in its minutes a pause began and ended: on average that is half of each, so it takes
 * one of the two.
 */
export function describeActivity(
  { first_ms, last_ms, minutes, pauses, slices }: Measured,
  { started_at, last_event_at }: Ends,
): Pick<Session, "active_ms" | "activity"> {
  const before = withinMinute(Date.parse(started_at) - first_ms);
  const after = withinMinute(last_ms + MINUTE_MS - Date.parse(last_event_at));
  const activity = Array.from({ length: Math.min(minutes, ACTIVITY_SLICES) }, () => ({ calls: 0, failures: 0 }));
  for (const [slice, calls, failures] of slices) activity[slice] = { calls, failures };
  return { active_ms: Math.max(0, (minutes - pauses) * MINUTE_MS - before - after), activity };
}

/** A session of which old lines were removed begins before its first minute that is counted. */
const withinMinute = (ms: number): number => Math.min(Math.max(ms, 0), MINUTE_MS);
