import { usageIn, withCounted } from "./context-around.js";
import { NO_CHANGE, type ActivityChange } from "../core/activity.js";
import type { LineStore } from "../stores/line-store.js";
import { recount, recountActivity } from "./recount.js";
import { checkpointOf, withSummary } from "./session-parts.js";
import type { SessionRow } from "../stores/session-store.js";
import type { LockedSession } from "./session-locks.js";

export interface Settled {
  readonly session: SessionRow;
  readonly activity: ActivityChange;
  /** How many lines may have replaced acknowledged ones in an attempt that did not come to say so. */
  readonly unrecorded: number;
}

/**
 * An attempt that did not end may have left lines among those of the session, in a gap or in place of others. Neither its
 * summary nor its context knows of them, and once anything is saved nobody could tell them apart: so they are counted first.
 */
export async function settleSession(
  lines: Pick<LineStore, "leftBehind" | "recount" | "active" | "startsOfTexts">,
  { session, mayHaveLeftovers }: Pick<LockedSession, "session" | "mayHaveLeftovers">,
): Promise<Settled> {
  const range = { from: session.purged_below, to: session.highest_line };
  const left =
    mayHaveLeftovers && range.from <= range.to ? await lines.leftBehind(session.id, range, session.revision) : [];
  if (left.length === 0) return { ...(await withActivity(lines, session)), unrecorded: 0 };
  const { acknowledgedLine, acknowledgedOnce } = checkpointOf(session);
  const { summary, activity } = await recount(lines, session, checkpointOf(session));
  return {
    session: {
      ...withSummary({ ...session, activity_counted: true }, summary),
      context: withCounted(session.context, usageIn(left)),
    },
    activity,
    unrecorded: left.filter(({ line }) => line > acknowledgedLine && line <= acknowledgedOnce).length,
  };
}

/** Sessions from before activity was kept get theirs as soon as something else is done with them. */
async function withActivity(
  lines: Pick<LineStore, "active" | "startsOfTexts">,
  session: SessionRow,
): Promise<Pick<Settled, "session" | "activity">> {
  if (session.activity_counted) return { session, activity: NO_CHANGE };
  const activity = await recountActivity(lines, session, checkpointOf(session));
  return { session: { ...session, activity_counted: true }, activity };
}
