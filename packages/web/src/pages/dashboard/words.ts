import type { DashboardSummary } from "@tackroom/contract";
import { exactNumber } from "../../ui/data/figures.js";

/** Null: nothing was called, or calls are not counted. */
export const failureRate = (failed: number, calls: number | null): number | null =>
  calls === null || calls === 0 ? null : Math.min(1, failed / calls);

export const percentText = (share: number, digits = 1): string => `${(share * 100).toFixed(digits)}%`;

export interface Change {
  readonly text: string;
  /** Whether it is more, less, or neither. */
  readonly sign: -1 | 0 | 1;
}

/** From ten times on, a percentage is hard to read: "+21156%". */
const TIMES_FROM = 10;

/** "+18%" or "×212" against the period before; undefined if there was nothing to compare with. */
export function changeOf(now: number, before: number): Change | undefined {
  if (before === 0) return undefined;
  const times = now / before;
  if (times >= TIMES_FROM) return { text: `×${exactNumber(Math.round(times))}`, sign: 1 };
  const change = (now - before) / before;
  return signed(change, `${Math.abs(change * 100).toFixed(0)}%`);
}

/** "−0.8 pt": shares are compared in points. */
export function pointsOf(now: number, before: number): Change {
  const points = (now - before) * 100;
  return signed(points, `${Math.abs(points).toFixed(1)} pt`);
}

function signed(change: number, text: string): Change {
  if (/^0(?:\.0)?[% ]/.test(text)) return { text: "±0", sign: 0 };
  return change > 0 ? { text: `+${text}`, sign: 1 } : { text: `−${text}`, sign: -1 };
}

interface Unpriced {
  readonly sessions_without_price: number;
}

/** What the sum beside it does not include; undefined if it includes everything. */
export function unknownText({ sessions_without_price: count }: Unpriced): string | undefined {
  if (count === 0) return undefined;
  return `+ unknown for ${exactNumber(count)} ${count === 1 ? "session" : "sessions"}`;
}

/** Said above figures that an upgrade left incomplete; undefined once everything is counted. */
export function notCountedText({ sessions_not_counted: count }: Pick<DashboardSummary, "sessions_not_counted">) {
  if (count === 0) return undefined;
  const sessions = count === 1 ? "1 earlier session is" : `${exactNumber(count)} earlier sessions are`;
  return `${sessions} still being counted after an upgrade. These figures do not include ${count === 1 ? "it" : "them"} yet.`;
}

/** Said above figures that lack what retention or a purge has deleted. */
export function purgedText({ sessions_purged: count }: Pick<DashboardSummary, "sessions_purged">) {
  if (count === 0) return undefined;
  const [sessions, whose] = count === 1 ? ["1 session", "its"] : [`${exactNumber(count)} sessions`, "their"];
  return `The lines of ${sessions} were deleted. These figures do not include them; the list of sessions still shows ${whose} totals.`;
}
