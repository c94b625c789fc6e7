import { settleSession } from "../ingest/settle-session.js";
import { findUnfinishedSessions } from "../stores/session-list-store.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

export type CountActivityDeps = Pick<TelemetryDeps, "db" | "lines" | "sessionLocks">;

/** A run stops after this many lines; the next one goes on with the sessions that are left. */
const MAX_LINES_PER_RUN = 500_000;
const SESSIONS_AT_ONCE = 100;

/** Counts sessions by minute that were stored before that was done, which dashboards do not show until then. */
export async function countOldActivity({ db, lines, sessionLocks }: CountActivityDeps): Promise<void> {
  let linesRead = 0;
  let last: SessionRow | undefined;
  do {
    const sessions = await findUnfinishedSessions(db, "activity_counted", last, SESSIONS_AT_ONCE);
    last = sessions.at(-1);
    for (const found of sessions) {
      if (linesRead >= MAX_LINES_PER_RUN) return;
      await sessionLocks.hold(found, async (held) => {
        const { session, activity } = await settleSession(lines, held);
        // Saved even if it was counted meanwhile: the held session counts everything up to its revision.
        await held.save({ ...session, revision: held.revision }, activity);
      });
      linesRead += Math.max(1, found.highest_line + 1 - found.purged_below);
    }
  } while (last);
}
