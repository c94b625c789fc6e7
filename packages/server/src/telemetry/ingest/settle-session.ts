import { usageIn, withCounted } from "./context-around.js";
import type { LineStore } from "../stores/line-store.js";
import { recount } from "./recount.js";
import { checkpointOf, withSummary } from "./session-parts.js";
import type { SessionRow } from "../stores/session-store.js";
import type { LockedSession } from "./session-locks.js";

export interface Settled {
  readonly session: SessionRow;
  /** How many lines may have replaced acknowledged ones in an attempt that did not come to say so. */
  readonly unrecorded: number;
}

/**
 * An attempt that did not end may have left lines among those of the session, in a gap or in place of others. Neither its
 * summary nor its context knows of them, and once anything is saved nobody could tell them apart: so they are counted first.
 */
export async function settleSession(
  lines: Pick<LineStore, "leftBehind" | "recount">,
  { session, mayHaveLeftovers }: Pick<LockedSession, "session" | "mayHaveLeftovers">,
): Promise<Settled> {
  const range = { from: session.purged_below, to: session.highest_line };
  if (!mayHaveLeftovers || range.to < range.from) return { session, unrecorded: 0 };
  const left = await lines.leftBehind(session.id, range, session.revision);
  if (left.length === 0) return { session, unrecorded: 0 };
  const { acknowledgedLine, acknowledgedOnce } = checkpointOf(session);
  return {
    session: {
      ...withSummary(session, await recount(lines, session, checkpointOf(session))),
      context: withCounted(session.context, usageIn(left)),
    },
    unrecorded: left.filter(({ line }) => line > acknowledgedLine && line <= acknowledgedOnce).length,
  };
}
