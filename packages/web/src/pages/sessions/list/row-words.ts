import { shorten } from "@tackroom/contract/shorten";
import type { Session } from "@tackroom/contract";
import { RECORDING_WITHIN_MS } from "@tackroom/contract/session-states";
import { givenName } from "../session-link.js";
import { dayOf, MONTHS, timeOfDay } from "../../../ui/data/days.js";

export type Mark = "recording" | "complete" | "no_end" | "lines_missing";

export const MARK_WORDS: Readonly<Record<Mark, string>> = {
  recording: "Recording",
  complete: "Complete",
  no_end: "No end recorded",
  lines_missing: "Lines missing",
};

export function markOf({ final, integrity, last_event_at: at }: Session, now: Date): Mark {
  if (integrity.ok === false) return "lines_missing";
  if (final) return "complete";
  const isRecent = at !== null && now.getTime() - Date.parse(at) < RECORDING_WITHIN_MS;
  return isRecent ? "recording" : "no_end";
}

const MAX_TITLE = 80;

/** Null if the session has neither a title nor a prompt. */
export function titleOf(session: Session): string | null {
  const name = givenName(session)?.replaceAll(/\s+/g, " ").trim();
  if (!name) return null;
  return shorten(name, MAX_TITLE);
}

/** "40 s", "35 min", "3 h 40 min" */
export function activeText(ms: number): string {
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.round(ms / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** How long ago today, the time on other days; the day too if the list is not grouped by days. */
export function whenText(at: Date, now: Date, isGrouped: boolean): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 60_000));
  if (dayOf(at) === dayOf(now)) {
    if (minutes < 1) return "now";
    return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
  }
  if (isGrouped) return timeOfDay(at);
  return `${at.getDate()} ${MONTHS[at.getMonth()]?.slice(0, 3)}`;
}
