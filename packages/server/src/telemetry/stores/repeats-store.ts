import { sql } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";
import { numberOf } from "./session-store.js";

/** A session whose repeated calls have not been counted since it was written last. */
export interface OutdatedRepeats {
  readonly session: string;
  readonly revision: number;
  readonly highest_line: number;
}

/** A row of `session_repeats`. */
export interface Repeats {
  readonly session: string;
  readonly revision: number;
  readonly calls: number;
  readonly repeats: number;
}

const OUTDATED = sql`
  SELECT session.id AS session, session.revision, session.highest_line
  FROM session LEFT JOIN session_repeats ON session_repeats.session = session.id`;

/** Lines that were purged cannot be counted; without calls there is nothing to count. */
const IS_OUTDATED = sql`session.purged_below = 0 AND session.tool_calls > 0
    AND session_repeats.revision IS DISTINCT FROM session.revision`;

/** Those of an agent since a time. */
export async function outdatedOfAgent(db: Db, agentId: string, from: string): Promise<OutdatedRepeats[]> {
  const { rows } = await sql<OutdatedRepeats>`${OUTDATED}
    WHERE session.agent_id = ${agentId}::uuid AND session.revision > 0 AND session.last_event_at >= ${from}::timestamptz
      AND ${IS_OUTDATED}
    ORDER BY session.id`.execute(queries<object>(db));
  return rows.map(fromDriver);
}

/** Those of any agent that something has arrived for since a time, the longest waiting first. */
export async function outdatedSince(db: Db, since: Date, limit: number): Promise<OutdatedRepeats[]> {
  const { rows } = await sql<OutdatedRepeats>`${OUTDATED}
    WHERE session.received_at >= ${since.toISOString()}::timestamptz AND session.purged_below <= session.highest_line
      AND session.agent_id IS NOT NULL AND session.revision > 0 AND ${IS_OUTDATED}
    ORDER BY session.received_at LIMIT ${limit}`.execute(queries<object>(db));
  return rows.map(fromDriver);
}

const fromDriver = (row: OutdatedRepeats): OutdatedRepeats => ({ ...row, revision: numberOf(row.revision) });

/** A count that somebody has made of a later revision stays. */
export async function saveRepeats(db: Db, counted: readonly Repeats[]): Promise<void> {
  await sql`
    INSERT INTO session_repeats (session, revision, calls, repeats)
    SELECT session, revision, calls, repeats FROM jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
      AS counted (session uuid, revision bigint, calls integer, repeats integer)
    ON CONFLICT (session) DO UPDATE SET revision = excluded.revision, calls = excluded.calls, repeats = excluded.repeats
    WHERE session_repeats.revision < excluded.revision`.execute(queries<object>(db));
}
