import { NO_ACTIVITY } from "../core/activity.js";
import { purgeAll } from "../core/checkpoint.js";
import { isTooOld, rangesOf, type RetentionPolicy, type RetentionRange } from "../core/retention-policy.js";
import { checkpointOf, summaryOf, withCheckpoint } from "../ingest/session-parts.js";
import { settleSession } from "../ingest/settle-session.js";
import { deletePurges, findForgottenSessions, insertPurge, listPurges } from "../stores/session-purge-store.js";
import { dropEvidence } from "../stores/canary-store.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

export type PurgeDeps = Pick<TelemetryDeps, "db" | "transaction" | "lines" | "sessionLocks" | "expired">;

/** As many at a time as one statement may name, and as are worth the work of a deletion. */
export const PURGED_AT_ONCE = 500;

/**
 * Removes the lines of sessions that nothing has arrived for within the days that they are kept (contract §7.1, rule 9). What they add up to stays
 * in the summary of their sessions.
 */
export async function purgeSessions(deps: PurgeDeps, policy: RetentionPolicy): Promise<void> {
  // Also what a run that was cut off has left to do.
  await deletePurgedLines(deps);
  for (const range of rangesOf(policy)) await purgeRange(deps, policy, range);
}

async function purgeRange(deps: PurgeDeps, policy: RetentionPolicy, range: RetentionRange): Promise<void> {
  const isForgotten = (session: SessionRow): boolean => isTooOld(policy, session) && hasLines(session);
  let from = "-infinity";
  for (;;) {
    const forgotten = await findForgottenSessions(deps.db, range, from, PURGED_AT_ONCE);
    let purged = 0;
    for (const session of forgotten) purged += (await purgeSession(deps, session, isForgotten)).isPurged ? 1 : 0;
    await deletePurgedLines(deps);
    // Whatever could not be purged has been written to again, or is left to the next run.
    if (purged === 0) return;
    from = forgotten.at(-1)?.received_at ?? from;
  }
}

export const hasLines = ({ purged_below, highest_line }: SessionRow): boolean => purged_below <= highest_line;

export interface Purged {
  readonly isPurged: boolean;
  /** Someone else has written the session in spite of our lock, and it is as it was. */
  readonly isOvertaken: boolean;
  /** How many lines are gone. */
  readonly lines: number;
}

const UNTOUCHED: Purged = { isPurged: false, isOvertaken: false, lines: 0 };

/**
 * From here on nobody sees the lines; and nothing can arrive in between, because the session is locked. `isMeant` decides by
 * what the session is under the lock.
 */
export function purgeSession(
  { transaction, lines, sessionLocks }: PurgeDeps,
  found: SessionRow,
  isMeant: (session: SessionRow) => boolean,
): Promise<Purged> {
  return sessionLocks.hold(found, async (held) => {
    const { revision, save } = held;
    const { session } = await settleSession(lines, held);
    if (!isMeant(session)) return UNTOUCHED;
    const isWhole = session.acknowledged_line === session.highest_line;
    const endByte = isWhole ? session.acknowledged_offset : await lines.endByteOf(session.id, session.highest_line);
    const isSaved = await save({ ...purgedRow(session, endByte), revision }, NO_ACTIVITY, (work) =>
      transaction(async (tx) => {
        const isDone = await work(tx);
        if (!isDone) return false;
        await insertPurge(tx, { session: session.id, revision });
        await dropEvidence(tx, session.id);
        return true;
      }),
    );
    if (!isSaved) return { ...UNTOUCHED, isOvertaken: true };
    return { ...UNTOUCHED, isPurged: true, lines: session.line_count - (session.purged_summary?.lineCount ?? 0) };
  });
}

/** Its figures stay. Its names do not: they repeat what lines have said, and are searched. */
function purgedRow(session: SessionRow, endByte: number): SessionRow {
  return {
    ...withCheckpoint(session, purgeAll(checkpointOf(session), endByte)),
    names: {},
    names_read: true,
    purged_summary: { ...summaryOf(session), names: {} },
  };
}

/** Removes from the store what no session counts any more, in batches. */
export async function deletePurgedLines({ db, expired }: Pick<PurgeDeps, "db" | "expired">): Promise<void> {
  for (;;) {
    const purges = await listPurges(db, PURGED_AT_ONCE);
    if (purges.length === 0) return;
    await expired.deleteLines(purges);
    await deletePurges(db, purges);
  }
}
