import type { DashboardFailuresBy } from "@tackroom/contract";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";
import { conditionsOf, type FiguresQuery } from "./figures-store.js";

/** What failures are added up by, and how many of the most frequent are asked for. */
export interface FailuresQuery extends FiguresQuery {
  readonly by: DashboardFailuresBy;
  /** When the period before begins, which ends at `from`. */
  readonly beforeFrom: string;
  readonly limit: number;
}

export interface FailureRow {
  /** "" for an unknown tool, and for no agent. */
  readonly key: string;
  readonly calls: number;
  readonly calls_before: number;
  readonly failed: number;
  readonly before: number;
  /** How many sessions have such a failure. */
  readonly sessions: number;
}

export interface ReasonRow {
  readonly key: string;
  readonly error: string;
  /** Keys of the sessions in which it happened last, the latest first. */
  readonly sessions: readonly string[];
}

const KEYS: Readonly<Record<DashboardFailuresBy, RawBuilder<unknown>>> = {
  tool: sql`activity.tool`,
  mcp_server: sql`activity.server`,
  agent: sql`coalesce(session.agent_id::text, '')`,
  error: sql`activity.error`,
};

/** Calls of no server and rows without an error have nothing to say. */
const COUNTED: Readonly<Record<DashboardFailuresBy, RawBuilder<unknown>>> = {
  tool: sql``,
  mcp_server: sql`AND activity.server <> ''`,
  agent: sql``,
  error: sql`AND activity.error <> ''`,
};

const matching = (query: FiguresQuery, by: DashboardFailuresBy): RawBuilder<unknown> =>
  sql`FROM session_tool_activity AS activity JOIN session ON session.id = activity.session
    WHERE ${conditionsOf(query)} ${COUNTED[by]}`;

/** Both periods in one statement, those with the most failures first. */
export async function failuresOf(db: Db, query: FailuresQuery): Promise<FailureRow[]> {
  const { by, from, beforeFrom, limit } = query;
  const isNow = sql`activity.minute >= date_trunc('minute', ${from}::timestamptz)`;
  const { rows } = await sql<FailureRow>`
    SELECT key, coalesce(sum(calls) FILTER (WHERE is_now), 0)::integer AS calls,
      coalesce(sum(calls) FILTER (WHERE NOT is_now), 0)::integer AS calls_before,
      sum(failures) FILTER (WHERE is_now)::integer AS failed,
      coalesce(sum(failures) FILTER (WHERE NOT is_now), 0)::integer AS before,
      count(*) FILTER (WHERE is_now AND failures > 0)::integer AS sessions
    FROM (
      SELECT ${KEYS[by]} AS key, ${isNow} AS is_now, activity.session, sum(activity.calls) AS calls,
        sum(activity.failures) AS failures
      ${matching({ ...query, from: beforeFrom }, by)} GROUP BY 1, 2, 3
    ) AS by_session
    GROUP BY key HAVING sum(failures) FILTER (WHERE is_now) > 0
    ORDER BY failed DESC, key LIMIT ${limit}`.execute(queries<object>(db));
  return rows;
}

/** The most frequent error of each of these keys, and the last sessions that had it. */
export async function reasonsOf(
  db: Db,
  query: FiguresQuery & Pick<FailuresQuery, "by">,
  { keys, examples }: { readonly keys: readonly string[]; readonly examples: number },
): Promise<ReasonRow[]> {
  if (keys.length === 0) return [];
  const key = KEYS[query.by];
  const { rows } = await sql<ReasonRow>`
    SELECT DISTINCT ON (key) key, error, (array_agg(session ORDER BY last DESC, session))[1:${examples}::integer] AS sessions
    FROM (
      SELECT ${key} AS key, activity.error, activity.session, sum(activity.failures) AS failed, max(activity.minute) AS last
      ${matching(query, query.by)} AND activity.error <> '' AND ${key} = any(${[...keys]}::text[])
      GROUP BY 1, 2, 3
    ) AS failed_in
    GROUP BY key, error ORDER BY key, sum(failed) DESC, error`.execute(queries<object>(db));
  return rows;
}

/** Which tool calls a session must have, within a period; undefined or null: whichever. */
interface ToolFilter {
  readonly tool?: string | undefined;
  readonly error?: string | undefined;
  readonly server?: string | undefined;
  readonly hasFailedCall?: boolean | undefined;
  readonly from?: string | null;
  readonly to?: string | null;
}

/** Minutes count as they do for dashboards, so that a number there and the list behind it agree. */
export function hasToolActivity({ tool, error, server, hasFailedCall, from, to }: ToolFilter): RawBuilder<SqlBool> {
  const conditions = [
    sql`activity.session = session.id`,
    ...(tool === undefined ? [] : [sql`activity.tool = ${tool}`]),
    ...(server === undefined ? [] : [sql`activity.server = ${server}`]),
    ...(error === undefined ? [] : [sql`activity.error = ${error}`]),
    // Rows with an error count failures, the others count calls.
    ...(hasFailedCall || error !== undefined ? [sql`activity.error <> ''`] : [sql`activity.calls > 0`]),
    ...(from ? [sql`activity.minute >= date_trunc('minute', ${from}::timestamptz)`] : []),
    ...(to ? [sql`activity.minute <= ${to}::timestamptz`] : []),
  ];
  return sql<SqlBool>`EXISTS (SELECT FROM session_tool_activity AS activity WHERE ${sql.join(conditions, sql` AND `)})`;
}
