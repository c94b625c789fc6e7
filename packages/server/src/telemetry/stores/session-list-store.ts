import { sql, type SqlBool } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";
import { NO_PROJECT } from "../core/session-names.js";
import { COLUMNS, fromDriver, type SessionRow, type SessionTables } from "./session-store.js";

/** Which sessions are asked for; null or undefined: whichever. */
export interface SessionQuery {
  readonly userId: string | null;
  readonly harness?: string | undefined;
  readonly agentId?: string | undefined;
  /** By the name that people see: what the exporter gave, or else the name of the directory. */
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
  if (query.project !== undefined) {
    // A filter on the fallback project matches sessions for which the exporter did not send one.
    select = select.where(query.project === NO_PROJECT ? "project" : "project_name", "=", query.project);
  }
  if (query.model !== undefined) select = select.where(sql<SqlBool>`models @> array[${query.model}]::text[]`);
  if (query.hasErrors !== undefined) {
    select = select.where(sql<SqlBool>`(tool_failures + error_events > 0) = ${query.hasErrors}`);
  }
  if (query.from) select = select.where("last_event_at", ">=", query.from);
  if (query.to) select = select.where("started_at", "<=", query.to);
  if (query.ids !== undefined) select = select.where(sql<SqlBool>`id = any(${[...query.ids]}::uuid[])`);
  return select;
}

/** The keys of those whose title, first prompt, directory and branch have every word, the latest first. */
export async function sessionsNamedBy(
  db: Db,
  words: readonly string[],
  userId: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT session.id FROM session_words JOIN session ON session.id = session_words.session
    WHERE session_words.words @> ${[...words]}::text[] AND session.revision > 0
      AND (${userId}::uuid IS NULL OR session.user_id = ${userId}::uuid)
    ORDER BY session.last_event_at DESC, session.id DESC LIMIT ${limit}`.execute(queries<SessionTables>(db));
  return rows.map(({ id }) => id);
}

/** Sessions whose older lines have not been looked through for names yet, the latest first, after another one. */
export async function findUnreadSessions(
  db: Db,
  after: Pick<SessionRow, "last_event_at" | "id"> | undefined,
  limit: number,
): Promise<SessionRow[]> {
  let select = matching(db, { userId: null })
    .select(COLUMNS)
    .where(sql<SqlBool>`NOT names_read`);
  if (after) {
    select = select.where(sql<SqlBool>`(last_event_at, id) < (${after.last_event_at}::timestamptz, ${after.id}::uuid)`);
  }
  const rows = await select.orderBy("last_event_at", "desc").orderBy("id", "desc").limit(limit).execute();
  return rows.map(fromDriver);
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

export interface NamedSessions {
  readonly sessionId: string;
  readonly userId: string | null;
  readonly harness?: string | undefined;
  readonly project?: string | undefined;
  /** Only those of one person, or of one of these agents. */
  readonly openTo?: { readonly userId: string; readonly agentIds: readonly string[] } | undefined;
}

function namedSessions(db: Db, { sessionId, userId, harness, project, openTo }: NamedSessions) {
  let select = matching(db, { userId, harness }).where("session_id", "=", sessionId);
  if (project !== undefined) select = select.where("project", "=", project);
  if (openTo) {
    select = select.where(
      sql<SqlBool>`(user_id = ${openTo.userId}::uuid OR agent_id = any(${[...openTo.agentIds]}::uuid[]))`,
    );
  }
  return select;
}

/** Sessions that go by a name, the latest first: of one person, or of anybody. */
export async function findSessionsNamed(db: Db, named: NamedSessions, limit: number): Promise<SessionRow[]> {
  const select = namedSessions(db, named).select(COLUMNS);
  return (await select.orderBy("last_event_at", "desc").orderBy("id", "desc").limit(limit).execute()).map(fromDriver);
}

/** The agents that sessions of a name ran, those that ran last first. */
export async function agentsOfSessionsNamed(db: Db, named: NamedSessions, limit: number): Promise<string[]> {
  const rows = await namedSessions(db, named)
    .select("agent_id")
    .where("agent_id", "is not", null)
    .groupBy("agent_id")
    .orderBy(({ fn }) => fn.max("last_event_at"), "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ agent_id }) => agent_id ?? []);
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
