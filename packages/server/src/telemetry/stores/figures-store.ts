import { HARNESS_IDS, mayLackUsage } from "@tackroom/harness";
import { sql, type RawBuilder } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";
import { NO_PROJECT } from "../core/session-names.js";
import type { UsageColumns } from "./line-store.js";

/** Which activity counts; undefined: whichever. Times are RFC 3339, and minutes count that begin between them. */
export interface FiguresQuery {
  readonly from: string;
  readonly to: string;
  readonly users?: readonly string[] | undefined;
  readonly harness?: string | undefined;
  readonly model?: string | undefined;
  readonly agentId?: string | undefined;
  readonly project?: string | undefined;
  readonly hasErrors?: boolean | undefined;
}

/** How the figures are cut up: by time, and by what a minute of a session has. */
export interface FiguresCut {
  readonly interval: "hour" | "day" | "week" | null;
  /** `server`: calls of an MCP server; usage is that of the sessions that called it, as tokens belong to no call. */
  readonly by: "agent" | "harness" | "model" | "server" | "user" | null;
}

/** Usage at a time when one price list held: `changes` are the days, ascending, on which another one began. */
export interface PricePeriods {
  readonly changes: readonly string[];
}

/** A model whose tokens have no price, in one of the periods. */
export interface Unpriced {
  readonly model: string;
  readonly period: number;
}

export interface FiguresRow {
  /** The start of the interval; null when it is not cut by time. */
  readonly time: string | null;
  /** "" where there is none, such as a session without an agent. */
  readonly part: string;
  readonly sessions: number;
  readonly users: number;
  readonly prompts: number;
  readonly tool_calls: number;
  readonly tool_failures: number;
}

/** `cost_usd`: the sum of what lines state; null for the sum of those that state nothing. */
export interface UsageRow extends UsageColumns {
  readonly time: string | null;
  readonly part: string;
  /** How many of the changes of prices had come. */
  readonly period: number;
}

export interface CountRow {
  readonly time: string | null;
  readonly part: string;
  readonly value: number;
}

/** More points than this cannot be displayed in a chart. */
const MAX_ROWS = 100_000;

const PARTS: Readonly<Record<NonNullable<FiguresCut["by"]>, RawBuilder<unknown>>> = {
  agent: sql`coalesce(session.agent_id::text, '')`,
  harness: sql`session.harness`,
  model: sql`activity.model`,
  server: sql`activity.server`,
  user: sql`activity.user_id::text`,
};
const partOf = (by: FiguresCut["by"]): RawBuilder<unknown> => (by === null ? sql`''` : PARTS[by]);

function timeOf(interval: FiguresCut["interval"]): RawBuilder<unknown> {
  if (interval === null) return sql`NULL::text`;
  const start = sql`date_trunc(${sql.lit(interval)}, activity.minute AT TIME ZONE 'UTC')`;
  return sql`to_char(${start}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

const periodOf = (changes: readonly string[]): RawBuilder<unknown> =>
  sql`width_bucket(activity.minute, ${changes.map((day) => `${day}T00:00:00Z`)}::timestamptz[])`;

const USED = sql`(activity.input + activity.output + activity.cache_read + activity.cache_write > 0 OR activity.stated)`;

/** What holds for the activity of a minute, and for its session, in any table of activity. */
export const conditionsOf = (query: FiguresQuery): RawBuilder<unknown> =>
  sql.join([...ofMinutes(query), ...ofSessions(query)], sql` AND `);

const ofMinutes = ({ from, to, users, model }: FiguresQuery): RawBuilder<unknown>[] => [
  // Dates round to whole minutes: the minute in which `from` lies counts whole.
  sql`activity.minute >= date_trunc('minute', ${from}::timestamptz) AND activity.minute <= ${to}::timestamptz`,
  ...(users ? [sql`activity.user_id = any(${[...users]}::uuid[])`] : []),
  ...(model === undefined ? [] : [sql`activity.model = ${model}`]),
];

const ofSessions = ({ from, harness, agentId, project, hasErrors }: FiguresQuery): RawBuilder<unknown>[] => [
  // True of every session that was active then: without it, all sessions that there ever were would be read.
  sql`session.revision > 0 AND session.last_event_at >= date_trunc('minute', ${from}::timestamptz)`,
  ...(harness === undefined ? [] : [sql`session.harness = ${harness}`]),
  ...(agentId === undefined ? [] : [sql`session.agent_id = ${agentId}::uuid`]),
  ...(project === undefined
    ? []
    : [sql`${project === NO_PROJECT ? sql`session.project` : sql`session.project_name`} = ${project}`]),
  ...(hasErrors === undefined ? [] : [sql`(session.tool_failures + session.error_events > 0) = ${hasErrors}`]),
];

const matching = (query: FiguresQuery): RawBuilder<unknown> =>
  sql`FROM session_activity AS activity JOIN session ON session.id = activity.session
    WHERE ${conditionsOf(query)}`;

/** The usage that matches, and what it is cut by. A session counts once for each server that it called. */
function usageMatching(
  query: FiguresQuery,
  by: FiguresCut["by"],
): { part: RawBuilder<unknown>; matched: RawBuilder<unknown> } {
  if (by !== "server") return { part: partOf(by), matched: matching(query) };
  const called = sql`SELECT DISTINCT activity.session, activity.server ${matching(query)} AND activity.server <> ''`;
  // What holds for the sessions holds for those that called a server.
  const matched = sql`FROM session_activity AS activity JOIN session ON session.id = activity.session
    JOIN (${called}) AS called ON called.session = activity.session
    WHERE ${sql.join(ofMinutes(query), sql` AND `)}`;
  return { part: sql`called.server`, matched };
}

export async function figuresOf(db: Db, query: FiguresQuery, { interval, by }: FiguresCut): Promise<FiguresRow[]> {
  const { rows } = await sql<FiguresRow>`
    SELECT ${timeOf(interval)} AS time, ${partOf(by)} AS part, count(DISTINCT activity.session)::integer AS sessions,
      count(DISTINCT activity.user_id)::integer AS users, sum(activity.prompts)::integer AS prompts,
      sum(activity.tool_calls)::integer AS tool_calls, sum(activity.tool_failures)::integer AS tool_failures
    ${matching(query)} ${by === "server" ? sql`AND activity.server <> ''` : sql``}
    GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ${MAX_ROWS}`.execute(queries<object>(db));
  return rows;
}

export async function usageOf(
  db: Db,
  query: FiguresQuery,
  { interval, by, changes }: FiguresCut & PricePeriods,
): Promise<UsageRow[]> {
  const { part, matched } = usageMatching(query, by);
  const { rows } = await sql<UsageRow>`
    SELECT ${timeOf(interval)} AS time, ${part} AS part, activity.model, ${periodOf(changes)} AS period,
      sum(activity.input)::float8 AS input, sum(activity.output)::float8 AS output,
      sum(activity.cache_read)::float8 AS cache_read, sum(activity.cache_write)::float8 AS cache_write,
      sum(activity.cache_write_1h)::float8 AS cache_write_1h, sum(activity.cost_usd) AS cost_usd
    ${matched} AND ${USED}
    GROUP BY 1, 2, 3, 4, activity.stated ORDER BY 1, 2, 3, 4, activity.stated LIMIT ${MAX_ROWS}`.execute(
    queries<object>(db),
  );
  return rows;
}

/** Their transcripts may end without having told what was used, and then it is unknown what they cost. */
const MAY_LACK_USAGE = HARNESS_IDS.filter(mayLackUsage);

/** Sessions whose cost is not known whole: they used a model without a price, or do not tell what they used. */
export async function unpricedSessionsOf(
  db: Db,
  query: FiguresQuery,
  { interval, by, changes, unpriced }: FiguresCut & PricePeriods & { readonly unpriced: readonly Unpriced[] },
): Promise<CountRow[]> {
  const { part, matched } = usageMatching(query, by);
  const usedUnpriced = sql`${USED} AND NOT activity.stated AND (activity.model, ${periodOf(changes)}) IN (
      SELECT * FROM unnest(${unpriced.map(({ model }) => model)}::text[], ${unpriced.map(({ period }) => period)}::integer[]))`;
  const lacksUsage = sql`session.harness = any(${MAY_LACK_USAGE}::text[]) AND session.usage = '[]'`;
  const { rows } = await sql<CountRow>`
    SELECT ${timeOf(interval)} AS time, ${part} AS part, count(DISTINCT activity.session)::integer AS value
    ${matched} AND (${unpriced.length === 0 ? lacksUsage : sql`${usedUnpriced} OR ${lacksUsage}`})
    GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ${MAX_ROWS}`.execute(queries<object>(db));
  return rows;
}

/** Calls of MCP servers' tools, by server; the failed ones, or all. */
export async function serverCallsOf(
  db: Db,
  query: FiguresQuery,
  interval: FiguresCut["interval"],
  failed: boolean,
): Promise<CountRow[]> {
  const counted = failed ? sql`activity.tool_failures` : sql`activity.tool_calls`;
  const { rows } = await sql<CountRow>`
    SELECT ${timeOf(interval)} AS time, activity.server AS part, sum(${counted})::integer AS value
    ${matching(query)} AND activity.server <> '' AND ${counted} > 0
    GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ${MAX_ROWS}`.execute(queries<object>(db));
  return rows;
}
