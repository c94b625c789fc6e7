import type { LineReading } from "./reading.js";

/** The copy of another session's lines that a session begins with. */
export interface Copying {
  /** The session that was made by copying. */
  readonly into: string;
  readonly since: string | null;
}

const COPIED = "copied.";
/** Ids of threads and turns are UUIDs of version 7, which sort by the time when they were made. */
const BY_TIME = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;
/** Copying thousands of lines takes milliseconds; what is stamped later than this was written by the session itself. */
const MAX_COPYING_MS = 5000;

/** Whether a line, and so what follows it, is still copied; a header that is written again when a session goes on begins nothing. */
export function copyingAt(
  { fork, turn, timestamp }: LineReading,
  before: Copying | null,
  line: number,
): Copying | null {
  if (line === 0) return fork === null ? null : { into: fork, since: timestamp };
  if (before === null) return null;
  const isOwnTurn = turn !== null && BY_TIME.test(turn) && BY_TIME.test(before.into) && turn > before.into;
  const isLater =
    before.since !== null && timestamp !== null && Date.parse(timestamp) - Date.parse(before.since) > MAX_COPYING_MS;
  return isOwnTurn || isLater ? null : before;
}

/** What a copy says was said, used and paid for in the session that it was copied from. */
export function asCopy(reading: LineReading): LineReading {
  return {
    ...reading,
    outcome: reading.outcome === "unreadable" ? "unreadable" : "ignored",
    lineType: `${COPIED}${reading.lineType}`,
    events: [],
    usage: null,
    model: null,
    parentSessionId: null,
    subagent: null,
    record: null,
    callOutcome: null,
    totalCredits: null,
    names: null,
  };
}

/** Whether a line of this type, as it was read in its session, is a copy. */
export const isCopied = (lineType: string): boolean => lineType.startsWith(COPIED);
