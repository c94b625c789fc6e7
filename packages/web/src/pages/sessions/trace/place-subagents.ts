import type { SessionEvent } from "@tackroom/contract";
import type { Nested } from "./nest-subagents.js";

type Moment = Pick<SessionEvent, "timestamp">;

/** The events of a session by position; undefined: not loaded yet. */
export type EventAt = (index: number) => Moment | undefined;

const timeOf = ({ timestamp }: Moment): number | undefined => (timestamp === null ? undefined : Date.parse(timestamp));

/**
 * The subagents started by the event at this position. Most transcripts do not contain this, so it is the last event before
 * the subagent started. Only neighboring events are checked, because the rest may not be loaded.
 */
export function subagentsAt(
  index: number,
  eventAt: EventAt,
  total: number,
  subagents: readonly Nested[],
): readonly Nested[] {
  const event = eventAt(index);
  if (subagents.length === 0 || event === undefined) return [];
  const from = index === 0 ? -Infinity : timeOf(event);
  const until = nextTime(index + 1, eventAt, total);
  if (from === undefined || until === undefined) return [];
  return subagents.filter(({ session: { started_at: start } }) => {
    const began = start === null ? NaN : Date.parse(start);
    return began >= from && began < until;
  });
}

/** The time of the next event that has one. */
function nextTime(index: number, eventAt: EventAt, total: number): number | undefined {
  for (let at = index; at < total; at++) {
    const event = eventAt(at);
    if (event === undefined) return undefined;
    const time = timeOf(event);
    if (time !== undefined) return time;
  }
  return Infinity;
}
