import { sql, type RawBuilder, type SqlBool } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { rangesOf, type RetentionPolicy, type RetentionRange } from "../core/retention-policy.js";
import { COLUMNS, fromDriver, numberOf, type SessionRow, type SessionTables } from "./session-store.js";

/** A row of `session_purge`: lines that are to be removed from the analytical store. */
export interface SessionPurge {
  readonly session: string;
  /** Those of this revision and before. */
  readonly revision: number;
}

interface Tables extends SessionTables {
  session_purge: SessionPurge;
}

/** Sessions that have lines and that nothing has arrived for within the days that they are kept. */
function forgotten(range: RetentionRange): RawBuilder<SqlBool> {
  const ofRange =
    "project" in range
      ? sql<SqlBool>`project_name = ${range.project}`
      : sql<SqlBool>`project_name <> ALL(${[...range.notOf]}::text[])`;
  return sql<SqlBool>`purged_below <= highest_line AND received_at < ${range.since}::timestamptz AND ${ofRange}`;
}

/**
 * The longest forgotten first, from a time on: what stays of those before it need not be read again, and sessions of projects
 * that are kept for longer lie between the others.
 */
export async function findForgottenSessions(
  db: Db,
  range: RetentionRange,
  from: string,
  limit: number,
): Promise<SessionRow[]> {
  const rows = await queries<Tables>(db)
    .selectFrom("session")
    .select(COLUMNS)
    .where(forgotten(range))
    .where("received_at", ">=", from)
    .orderBy("received_at")
    .limit(limit)
    .execute();
  return rows.map(fromDriver);
}

export interface ForgottenCount {
  readonly project: string;
  readonly sessions: number;
  readonly lines: number;
}

/** How much would be removed, by project, most first. */
export async function countForgottenSessions(db: Db, policy: RetentionPolicy): Promise<ForgottenCount[]> {
  const counts = rangesOf(policy).map(
    (range) => sql`(
      SELECT project_name AS project, count(*)::integer AS sessions,
        sum(line_count - coalesce((purged_summary ->> 'lineCount')::integer, 0))::integer AS lines
      FROM session WHERE ${forgotten(range)}
      GROUP BY project_name)`,
  );
  const { rows } = await sql<ForgottenCount>`
    SELECT project, sessions, lines FROM (${sql.join(counts, sql` UNION ALL `)}) AS due
    ORDER BY lines DESC, project LIMIT 100`.execute(queries<Tables>(db));
  return rows;
}

/** Which sessions a purge means; undefined: whichever. */
export interface PurgeFilter {
  /** RFC 3339: those whose last event is older. */
  readonly before?: string | undefined;
  readonly userId?: string | undefined;
  readonly sessionId?: string | undefined;
}

/**
 * Sessions that have lines, names or superseded lines, behind one of them in the order of their keys: whatever is written
 * meanwhile, that order stays, and each is met once.
 */
export async function findSessionsToPurge(
  db: Db,
  { before, userId, sessionId }: PurgeFilter,
  after: string,
  limit: number,
): Promise<SessionRow[]> {
  let select = queries<Tables>(db)
    .selectFrom("session")
    .select(COLUMNS)
    .where("revision", ">", 0)
    .where("id", ">", after)
    .where(sql<SqlBool>`(purged_below <= highest_line OR names <> '{}' OR acknowledged_once > highest_line)`);
  if (before !== undefined) select = select.where("last_event_at", "<", before);
  if (userId !== undefined) select = select.where("user_id", "=", userId);
  if (sessionId !== undefined) select = select.where("session_id", "=", sessionId);
  return (await select.orderBy("id").limit(limit).execute()).map(fromDriver);
}

export interface PurgeCount {
  readonly sessions: number;
  readonly lines: number;
}

/** What a purge would delete. */
export async function countSessionsToPurge(db: Db, filter: PurgeFilter): Promise<PurgeCount> {
  const { before, userId, sessionId } = filter;
  const { rows } = await sql<PurgeCount>`
    SELECT count(*)::integer AS sessions,
      coalesce(sum(line_count - coalesce((purged_summary ->> 'lineCount')::integer, 0)), 0)::integer AS lines
    FROM session
    WHERE revision > 0 AND purged_below <= highest_line
      ${before === undefined ? sql`` : sql`AND last_event_at < ${before}::timestamptz`}
      ${userId === undefined ? sql`` : sql`AND user_id = ${userId}::uuid`}
      ${sessionId === undefined ? sql`` : sql`AND session_id = ${sessionId}`}`.execute(queries<Tables>(db));
  return rows[0] ?? { sessions: 0, lines: 0 };
}

export async function insertPurge(tx: Tx, purge: SessionPurge): Promise<void> {
  await queries<Tables>(tx)
    .insertInto("session_purge")
    .values(purge)
    .onConflict((conflict) => conflict.column("session").doUpdateSet({ revision: purge.revision }))
    .execute();
}

export async function listPurges(db: Db, limit: number): Promise<SessionPurge[]> {
  const rows = await queries<Tables>(db)
    .selectFrom("session_purge")
    .select(["session", "revision"])
    .orderBy("session")
    .limit(limit)
    .execute();
  return rows.map(({ session, revision }) => ({ session, revision: numberOf(revision) }));
}

/** Those that were carried out; one that has been raised meanwhile stays. */
export async function deletePurges(db: Db, purges: readonly SessionPurge[]): Promise<void> {
  await sql`
    DELETE FROM session_purge USING jsonb_to_recordset(${JSON.stringify(purges)}::jsonb) AS done (session uuid, revision bigint)
    WHERE session_purge.session = done.session AND session_purge.revision = done.revision`.execute(queries<Tables>(db));
}
