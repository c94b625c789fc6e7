import { purgeAll } from "./core/checkpoint.js";
import { checkpointOf, summaryOf, withCheckpoint } from "./session-parts.js";
import { settleSession } from "./settle-session.js";
import { deletePurges, findForgottenSessions, insertPurge, listPurges } from "./session-purge-store.js";
import type { SessionRow } from "./session-store.js";
import type { TelemetryDeps } from "./telemetry-deps.js";

export type PurgeDeps = Pick<TelemetryDeps, "db" | "transaction" | "lines" | "turns" | "expired">;

/** As many at a time as one statement may name, and as are worth the work of a deletion. */
const AT_ONCE = 500;

/**
 * Removes the lines of sessions that nothing has arrived for since a time (contract §7.1, rule 9). What they said stays
 * in the summary of their sessions.
 */
export async function purgeSessions(deps: PurgeDeps, since: Date): Promise<void> {
  // Also what a run that was cut off has left to do.
  await deletePurgedLines(deps);
  for (;;) {
    const forgotten = await findForgottenSessions(deps.db, since, AT_ONCE);
    let purged = 0;
    for (const session of forgotten) purged += (await purgeSession(deps, session, since)) ? 1 : 0;
    await deletePurgedLines(deps);
    // Whatever could not be purged has been written to again, or is left to the next run.
    if (purged === 0) return;
  }
}

/** From here on nobody sees the lines; and nothing can arrive in between, because it is the session's turn. */
function purgeSession({ transaction, lines, turns }: PurgeDeps, found: SessionRow, since: Date): Promise<boolean> {
  return turns.take(found, async (turn) => {
    const { revision, save } = turn;
    const { session } = await settleSession(lines, turn);
    if (session.received_at >= since.toISOString() || session.purged_below > session.highest_line) return false;
    const isWhole = session.acknowledged_line === session.highest_line;
    const endByte = isWhole ? session.acknowledged_offset : await lines.endByteOf(session.id, session.highest_line);
    const checkpoint = purgeAll(checkpointOf(session), endByte);
    const purged = { ...withCheckpoint(session, checkpoint), purged_summary: summaryOf(session), revision };
    return save(purged, (work) =>
      transaction(async (tx) => {
        const isSaved = await work(tx);
        if (isSaved) await insertPurge(tx, { session: session.id, revision });
        return isSaved;
      }),
    );
  });
}

async function deletePurgedLines({ db, expired }: PurgeDeps): Promise<void> {
  for (;;) {
    const purges = await listPurges(db, AT_ONCE);
    if (purges.length === 0) return;
    await expired.deleteLines(purges);
    await deletePurges(db, purges);
  }
}
