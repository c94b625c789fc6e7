import type { SessionSort } from "@tackroom/contract";
import { sql, type SqlBool } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";
import { NO_PROJECT } from "../core/session-names.js";
import { hasToolActivity } from "./failure-store.js";
import { COLUMNS, fromDriver, type SessionRow, type SessionTables } from "./session-store.js";

/** Which sessions are asked for; null or undefined: whichever. */
export interface SessionQuery {
  readonly userId: string | null;
  /** Of one of these people. */
  readonly userIds?: readonly string[] | undefined;
  readonly harness?: string | undefined;
  readonly agentId?: string | undefined;
  /** By the name that people see: what the exporter gave, or else the name of the directory. */
  readonly project?: string | undefined;
  readonly model?: string | undefined;
  readonly hasErrors?: boolean | undefined;
  /** Sessions that lasted into this time, or began before it. */
  readonly from?: string | null;
  readonly to?: string | null;
  readonly isFinal?: boolean | undefined;
  /** Whose last event was then or later, or earlier than that. */
  readonly lastEventFrom?: string | undefined;
  readonly lastEventBefore?: string | undefined;
  /** False: only sessions of subagents. */
  readonly isTopLevel?: boolean | undefined;
  /** Sessions that called a tool of this MCP server, as `serverKey` spells it. */
  readonly server?: string | undefined;
  /** Sessions that called this tool, or in which a call failed with this error, within `from` and `to`. */
  readonly tool?: string | undefined;
  readonly error?: string | undefined;
  /** A call failed: of the tool or the server, or any. */
  readonly hasFailedCall?: boolean | undefined;
  /** The only ones that come into question. */
  readonly ids?: readonly string[] | undefined;
}

/** Where a page begins: after so many, or after the session that has this place in the order. */
export interface SessionPage {
  readonly limit: number;
  readonly offset?: number;
  readonly sort?: SessionSort | undefined;
  /** Only in the order of the last event. */
  readonly after?: { readonly lastEventAt: string; readonly id: string } | undefined;
}

const ORDERS = {
  last_event: "last_event_at",
  started: "started_at",
  calls: "tool_calls",
  failures: "tool_failures",
} as const satisfies Readonly<Record<SessionSort, keyof SessionRow>>;

/** The latest event first, or by what else is asked for. */
export async function listSessionRows(db: Db, query: SessionQuery, page: SessionPage): Promise<SessionRow[]> {
  const { limit, offset = 0, after, sort = "last_event" } = page;
  if (sort !== "last_event") return listSorted(db, query, { limit, offset, sort });
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

/** Sorts what the index holds, and reads only the rows of the page. */
async function listSorted(
  db: Db,
  query: SessionQuery,
  { limit, offset, sort }: { readonly limit: number; readonly offset: number; readonly sort: SessionSort },
): Promise<SessionRow[]> {
  const ids = matching(db, query)
    .select("id")
    .orderBy(ORDERS[sort], "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset);
  const rows = await queries<SessionTables>(db)
    .selectFrom("session")
    .select(COLUMNS)
    .where("id", "in", ids)
    .orderBy(ORDERS[sort], "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(fromDriver);
}

/** Only which they are and whose, in the same order: all at one moment, to be read bit by bit. */
export async function listSessionKeys(
  db: Db,
  query: SessionQuery,
  sort: SessionSort,
  limit: number,
): Promise<Pick<SessionRow, "id" | "user_id">[]> {
  return matching(db, query)
    .select(["id", "user_id"])
    .orderBy(ORDERS[sort], "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export const countSessions = (db: Db, query: SessionQuery): Promise<number> => totalOf(matching(db, query));

/** How many of them are not counted by minute yet: see `countOldActivity`. */
export const countUncountedSessions = (db: Db, query: SessionQuery): Promise<number> =>
  totalOf(matching(db, query).where(sql<SqlBool>`NOT activity_counted`));

/** Of how many of them lines were deleted, and their activity with them. */
export const countPurgedSessions = (db: Db, query: SessionQuery): Promise<number> =>
  totalOf(matching(db, query).where(sql<SqlBool>`purged_below > 0`));

async function totalOf(select: ReturnType<typeof matching>): Promise<number> {
  const { total } = await select.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return Number(total);
}

export interface DayCount {
  readonly day: string;
  readonly sessions: number;
  readonly tool_failures: number;
}

/** By the day of the last event in a time zone, the latest first. */
export async function countSessionsByDay(db: Db, query: SessionQuery, timeZone: string): Promise<DayCount[]> {
  const day = sql<string>`to_char(last_event_at AT TIME ZONE ${timeZone}::text, 'YYYY-MM-DD')`;
  return matching(db, query)
    .select([
      day.as("day"),
      sql<number>`count(*)::integer`.as("sessions"),
      sql<number>`sum(tool_failures)::integer`.as("tool_failures"),
    ])
    .groupBy(sql`1`)
    .orderBy(sql`1`, "desc")
    .execute();
}

/** How many sessions each of these started itself, by key; those that started none are left out. */
export async function countSubagents(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; subagents: number }>`
    SELECT parent.id, count(*)::integer AS subagents
    FROM session AS parent JOIN session AS child ON child.user_id = parent.user_id
      AND child.parent_session_id = parent.session_id AND child.harness = parent.harness
      AND child.project = parent.project AND child.id <> parent.id
    WHERE parent.id = any(${[...ids]}::uuid[]) AND child.parent_session_id IS NOT NULL AND child.revision > 0
    GROUP BY parent.id`.execute(queries<SessionTables>(db));
  return new Map(rows.map(({ id, subagents }) => [id, subagents]));
}

function matching(db: Db, query: SessionQuery) {
  let select = matchingKind(db, query);
  if (query.userId !== null) select = select.where("user_id", "=", query.userId);
  if (query.userIds !== undefined) select = select.where(sql<SqlBool>`user_id = any(${[...query.userIds]}::uuid[])`);
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

/** The part of the query about what kind of session it is, and what state it is in. */
function matchingKind(db: Db, query: SessionQuery) {
  // A session whose first lines could not be stored yet is none; one that all lines were cut off from still is.
  let select = queries<SessionTables>(db).selectFrom("session").where("revision", ">", 0);
  if (query.isFinal !== undefined) select = select.where("final", "=", query.isFinal);
  if (query.lastEventFrom !== undefined) select = select.where("last_event_at", ">=", query.lastEventFrom);
  if (query.lastEventBefore !== undefined) select = select.where("last_event_at", "<", query.lastEventBefore);
  if (query.isTopLevel !== undefined) {
    select = select.where("parent_session_id", query.isTopLevel ? "is" : "is not", null);
  }
  const { tool, error, hasFailedCall = false } = query;
  if (tool !== undefined || error !== undefined || hasFailedCall) return select.where(hasToolActivity(query));
  if (query.server !== undefined) {
    select = select.where(sql<SqlBool>`id IN (
      SELECT activity.session FROM session_activity AS activity
      WHERE activity.server = ${query.server} AND activity.server <> '')`);
  }
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

/** What older versions did not keep of sessions: whether their lines have been looked through for names, or counted by minute. */
export type Unfinished = "names_read" | "activity_counted";

/** Sessions that lack it, the latest first, after another one. */
export async function findUnfinishedSessions(
  db: Db,
  lacking: Unfinished,
  after: Pick<SessionRow, "last_event_at" | "id"> | undefined,
  limit: number,
): Promise<SessionRow[]> {
  let select = matching(db, { userId: null })
    .select(COLUMNS)
    .where(sql<SqlBool>`NOT ${sql.ref(lacking)}`);
  if (after) {
    select = select.where(sql<SqlBool>`(last_event_at, id) < (${after.last_event_at}::timestamptz, ${after.id}::uuid)`);
  }
  const rows = await select.orderBy("last_event_at", "desc").orderBy("id", "desc").limit(limit).execute();
  return rows.map(fromDriver);
}

/** All of one person, in an order that stays the same while sessions are written to, after another one. */
export async function listOwnSessions(
  db: Db,
  userId: string,
  after: Pick<SessionRow, "id"> | undefined,
  limit: number,
): Promise<SessionRow[]> {
  let select = matching(db, { userId }).select(COLUMNS);
  if (after) select = select.where("id", ">", after.id);
  return (await select.orderBy("id").limit(limit).execute()).map(fromDriver);
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
