import { sql, type SqlBool } from "kysely";
import { queries, type Db } from "../platform/relational/index.js";
import { COLUMNS, fromDriver, type SessionRow, type SessionTables } from "./session-store.js";

/** Which sessions are asked for; null or undefined: whichever. */
export interface SessionQuery {
  readonly userId: string | null;
  readonly harness?: string | undefined;
  readonly agentId?: string | undefined;
  readonly project?: string | undefined;
  readonly model?: string | undefined;
  readonly hasErrors?: boolean | undefined;
  /** Sessions that lasted into this time, or began before it. */
  readonly from?: string | null;
  readonly to?: string | null;
  /** The only ones that come into question. */
  readonly ids?: readonly string[] | undefined;
}

/** Where a page begins: after so many, or after the session that has this place in the order. */
export interface SessionPage {
  readonly limit: number;
  readonly offset?: number;
  readonly after?: { readonly lastEventAt: string; readonly id: string } | undefined;
}

/** The latest event first. */
export async function listSessionRows(db: Db, query: SessionQuery, page: SessionPage): Promise<SessionRow[]> {
  const { limit, offset = 0, after } = page;
  let select = matching(db, query).select(COLUMNS);
  if (after) {
    select = select.where(sql<SqlBool>`(last_event_at, id) < (${after.lastEventAt}::timestamptz, ${after.id}::uuid)`);
  }
  const rows = await select
    .orderBy("last_event_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(fromDriver);
}

export async function countSessions(db: Db, query: SessionQuery): Promise<number> {
  const { total } = await matching(db, query)
    .select(({ fn }) => fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function matching(db: Db, query: SessionQuery) {
  // A session whose first lines could not be stored yet is none; one that all lines were cut off from still is.
  let select = queries<SessionTables>(db).selectFrom("session").where("revision", ">", 0);
  if (query.userId !== null) select = select.where("user_id", "=", query.userId);
  if (query.harness !== undefined) select = select.where("harness", "=", query.harness);
  if (query.agentId !== undefined) select = select.where("agent_id", "=", query.agentId);
  if (query.project !== undefined) select = select.where("project", "=", query.project);
  if (query.model !== undefined) select = select.where(sql<SqlBool>`models @> array[${query.model}]::text[]`);
  if (query.hasErrors !== undefined) {
    select = select.where(sql<SqlBool>`(tool_failures + error_events > 0) = ${query.hasErrors}`);
  }
  if (query.from) select = select.where("last_event_at", ">=", query.from);
  if (query.to) select = select.where("started_at", "<=", query.to);
  if (query.ids !== undefined) select = select.where(sql<SqlBool>`id = any(${[...query.ids]}::uuid[])`);
  return select;
}

/** Only their keys, the latest first. */
export async function sessionKeys(db: Db, query: SessionQuery, limit: number): Promise<string[]> {
  const select = matching(db, query).select("id").orderBy("last_event_at", "desc").orderBy("id", "desc").limit(limit);
  return (await select.execute()).map(({ id }) => id);
}

/** Which agent each of these sessions ran. */
export async function agentsOf(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await sql<{ id: string; agent_id: string | null }>`
    SELECT id, agent_id FROM session WHERE id = any(${[...ids]}::uuid[])`.execute(queries<SessionTables>(db));
  return new Map(rows.rows.map(({ id, agent_id }) => [id, agent_id]));
}

/** Sessions that go by a name, the latest first: of one person, or of anybody. */
export async function findSessionsNamed(
  db: Db,
  {
    sessionId,
    userId,
    harness,
    project,
  }: {
    readonly sessionId: string;
    readonly userId: string | null;
    readonly harness?: string | undefined;
    readonly project?: string | undefined;
  },
  limit: number,
): Promise<SessionRow[]> {
  let select = matching(db, { userId, harness, project }).select(COLUMNS).where("session_id", "=", sessionId);
  select = select.orderBy("last_event_at", "desc").orderBy("id", "desc").limit(limit);
  return (await select.execute()).map(fromDriver);
}

/** Sessions that have lines, and that something has arrived for since a time. */
export async function recentSessionIds(db: Db, userId: string | null, since: Date, limit: number): Promise<string[]> {
  const rows = await matching(db, { userId })
    .select("id")
    .where("received_at", ">=", since.toISOString())
    .where(sql<SqlBool>`purged_below <= highest_line`)
    .orderBy("received_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The one that something happened in last. */
export async function latestSession(db: Db, userId: string | null): Promise<SessionRow | undefined> {
  const [latest] = await listSessionRows(db, { userId }, { limit: 1 });
  return latest;
}
