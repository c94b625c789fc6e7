import { sql, type RawBuilder } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";
import { MAX_EXACT_LATENCIES, ROUNDED_BITS } from "../core/latency-precision.js";

/** Which activity is asked for; undefined: whichever. Times are RFC 3339, `to` is the first moment after it. */
export interface ActivityQuery {
  readonly from: string;
  readonly to: string;
  readonly userIds?: readonly string[] | undefined;
  /** Sessions of the agent with this id, or that were reported with one of these names, with or without `@version`. */
  readonly agent?: { readonly id: string | null; readonly refs: readonly string[] } | undefined;
  /** As `serverKey` spells them. */
  readonly servers?: readonly string[] | undefined;
}

/** What was used in a minute: one row for each model, those with a stated cost apart. */
export interface MinuteUsage {
  readonly minute: string;
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  readonly cache_write_1h: number;
  readonly cost_usd: number | null;
}

export interface MinuteCalls {
  readonly minute: string;
  readonly calls: number;
  readonly failures: number;
}

export interface MinuteLatencies {
  readonly minute: string;
  /** Each one once, in no order. */
  readonly latencies: readonly number[];
  /** How often each of them occurred. */
  readonly counts: readonly number[];
}

/** A stretch of minutes whose latencies are told together, as those of its first minute. It may be empty. */
export interface Together {
  readonly from: string;
  readonly to: string;
}

function matching({ from, to, userIds, agent, servers }: ActivityQuery): RawBuilder<unknown> {
  const conditions = [
    sql`activity.minute >= ${from}::timestamptz AND activity.minute < ${to}::timestamptz`,
    ...(userIds ? [sql`activity.user_id = any(${[...userIds]}::uuid[])`] : []),
    ...(servers ? [sql`activity.server = any(${[...servers]}::text[])`] : []),
    ...(agent
      ? [
          sql`EXISTS (SELECT FROM session WHERE session.id = activity.session
            AND (session.agent_id = ${agent.id}::uuid OR session.agent_ref = any(${[...agent.refs]}::text[])
              OR regexp_replace(session.agent_ref, '@[^@]*$', '') = any(${[...agent.refs]}::text[])))`,
        ]
      : []),
  ];
  return sql`FROM session_activity AS activity WHERE ${sql.join(conditions, sql` AND `)}`;
}

const MINUTE = sql`to_char(activity.minute AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS minute`;

export async function callsByMinute(db: Db, query: ActivityQuery): Promise<MinuteCalls[]> {
  const { rows } = await sql<MinuteCalls>`
    SELECT ${MINUTE}, sum(tool_calls)::integer AS calls, sum(tool_failures)::integer AS failures
    ${matching(query)} AND (tool_calls > 0 OR tool_failures > 0)
    GROUP BY activity.minute ORDER BY activity.minute`.execute(queries<object>(db));
  return rows;
}

/** Exact, but where there are too many outside of the stretch that is told together: see `latency-precision.ts`. */
export async function latenciesByMinute(db: Db, query: ActivityQuery, together: Together): Promise<MinuteLatencies[]> {
  const first = sql`${together.from}::timestamptz`;
  const step = sql`power(2, greatest(0, floor(ln(greatest(latency, 1)) / ln(2)) - ${ROUNDED_BITS}::integer))`;
  const { rows } = await sql<MinuteLatencies>`
    WITH given AS NOT MATERIALIZED (
      SELECT CASE WHEN minute >= ${first} AND minute < ${together.to}::timestamptz THEN ${first} ELSE minute END AS minute,
        latencies
      ${matching(query)} AND latencies <> '{}'
    ), total AS (
      SELECT sum(cardinality(latencies)) > ${MAX_EXACT_LATENCIES}::integer AS is_rounded FROM given WHERE minute <> ${first}
    ), single AS (
      SELECT minute, unnest(latencies)::float8 AS latency FROM given
    ), counted AS (
      SELECT minute, count(*)::integer AS calls,
        CASE WHEN minute <> ${first} AND (SELECT is_rounded FROM total) THEN round(latency / ${step}) * ${step}
          ELSE latency END AS told
      FROM single GROUP BY minute, told
    )
    SELECT ${MINUTE}, array_agg(told) AS latencies, array_agg(calls) AS counts
    FROM counted AS activity GROUP BY activity.minute ORDER BY activity.minute`.execute(queries<object>(db));
  return rows;
}

export async function usageByMinute(db: Db, query: ActivityQuery): Promise<MinuteUsage[]> {
  const { rows } = await sql<MinuteUsage>`
    SELECT ${MINUTE}, model, sum(input)::float8 AS input, sum(output)::float8 AS output,
      sum(cache_read)::float8 AS cache_read, sum(cache_write)::float8 AS cache_write,
      sum(cache_write_1h)::float8 AS cache_write_1h, sum(cost_usd) AS cost_usd
    ${matching(query)} AND (input + output + cache_read + cache_write > 0 OR cost_usd IS NOT NULL)
    GROUP BY activity.minute, model, stated ORDER BY activity.minute, model, stated`.execute(queries<object>(db));
  return rows;
}

/** The active minutes of a session, cut into slices. */
export interface MeasuredActivity {
  readonly session: string;
  /** Where the first and the last minute begin, in milliseconds since 1970. */
  readonly first_ms: number;
  readonly last_ms: number;
  /** How many there are; of a pause that counts as one, only the minutes around it. */
  readonly minutes: number;
  readonly pauses: number;
  /** One for each slice with activity, in order: which it is, and what was done in it. */
  readonly slices: readonly (readonly [slice: number, calls: number, failures: number])[];
}

/** All of a page in one statement, each read by the key of its session. Those of which nothing is counted are left out. */
export async function measureActivity(
  db: Db,
  sessions: readonly string[],
  { slices, pauseMinutes }: { readonly slices: number; readonly pauseMinutes: number },
): Promise<MeasuredActivity[]> {
  if (sessions.length === 0) return [];
  const { rows } = await sql<MeasuredActivity>`
    WITH by_minute AS (
      SELECT session, extract(epoch FROM minute)::bigint / 60 AS minute,
        sum(tool_calls)::integer AS calls, sum(tool_failures)::integer AS failures
      FROM session_activity WHERE session = any(${[...sessions]}::uuid[]) GROUP BY session, session_activity.minute
    ), stepped AS (
      SELECT *, minute - lag(minute, 1, minute) OVER (PARTITION BY session ORDER BY minute) AS step FROM by_minute
    ), placed AS (
      SELECT *, sum(CASE WHEN step > ${pauseMinutes} THEN 1 ELSE step END)
        OVER (PARTITION BY session ORDER BY minute)::integer AS place
      FROM stepped
    ), sized AS (
      SELECT *, max(place) OVER (PARTITION BY session) + 1 AS minutes, min(minute) OVER (PARTITION BY session) AS first,
        max(minute) OVER (PARTITION BY session) AS last,
        (count(*) FILTER (WHERE step > ${pauseMinutes}) OVER (PARTITION BY session))::integer AS pauses
      FROM placed
    ), sliced AS (
      SELECT session, first, last, minutes, pauses, place * least(minutes, ${slices}::integer) / minutes AS slice,
        sum(calls)::integer AS calls, sum(failures)::integer AS failures
      FROM sized GROUP BY session, first, last, minutes, pauses, slice
    )
    SELECT session, first::float8 * 60000 AS first_ms, last::float8 * 60000 AS last_ms, minutes, pauses,
      jsonb_agg(jsonb_build_array(slice, calls, failures) ORDER BY slice) AS slices
    FROM sliced GROUP BY session, first, last, minutes, pauses`.execute(queries<object>(db));
  return rows;
}
