import { sql, type RawBuilder } from "kysely";
import { queries, type Db } from "../../platform/relational/index.js";
import type { Evidence } from "../core/scorecard.js";

/** Which sessions of an agent count. `to`: the first moment that no longer does. */
export interface ScoredSessions {
  readonly agentId: string;
  readonly from: string;
  readonly to?: string | undefined;
  readonly version?: string | undefined;
}

/** What the sessions of one version whose last event is on one day (UTC) contribute. */
export interface DayEvidence extends Evidence {
  readonly day: string;
  readonly version: string | null;
  readonly last_event_at: string;
}

/** A session and what it contributes alone. */
export interface SessionEvidence extends Evidence {
  readonly session_id: string;
  readonly user_id: string;
  readonly harness: string;
  readonly version: string | null;
  readonly last_event_at: string;
  readonly is_compared: boolean;
}

function ofAgent({ agentId, from, to, version }: ScoredSessions): RawBuilder<unknown> {
  const conditions = [
    sql`session.agent_id = ${agentId}::uuid AND session.revision > 0 AND session.last_event_at >= ${from}::timestamptz`,
    ...(to === undefined ? [] : [sql`session.last_event_at < ${to}::timestamptz`]),
    ...(version === undefined ? [] : [sql`session.agent_version = ${version}`]),
  ];
  return sql.join(conditions, sql` AND `);
}

const RATED = [
  ["goal", "goal_completion"],
  ["grounding", "factual_grounding"],
  ["thought", "thought_process"],
] as const;

const ratings = sql.join(
  RATED.flatMap(([name, dimension]) => [
    sql`count(*) FILTER (WHERE dimension = ${sql.lit(dimension)})::integer AS ${sql.ref(`${name}_ratings`)}`,
    sql`coalesce(sum(score) FILTER (WHERE dimension = ${sql.lit(dimension)}), 0)::float8 AS ${sql.ref(`${name}_points`)}`,
  ]),
);

/** Of each session in `chosen`. What was purged cannot be compared, and what was counted of it before is not the whole. */
const evidence = (agentId: string): RawBuilder<unknown> => sql`
  SELECT chosen.*, 1 AS sessions, chosen.tool_calls AS calls, chosen.tool_failures AS failures,
    chosen.purged_below = 0 AS is_compared,
    CASE WHEN chosen.purged_below = 0 THEN coalesce(session_repeats.calls, 0) ELSE 0 END AS compared_calls,
    CASE WHEN chosen.purged_below = 0 THEN coalesce(session_repeats.repeats, 0) ELSE 0 END AS repeats,
    rated.*, reported.*
  FROM chosen
  LEFT JOIN session_repeats ON session_repeats.session = chosen.id
  CROSS JOIN LATERAL (SELECT ${ratings} FROM session_rating WHERE session_rating.session = chosen.id) AS rated
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS reports, coalesce(sum(penalty), 0)::float8 AS penalties
    FROM canary_report WHERE canary_report.session = chosen.id AND canary_report.agent_id = ${agentId}::uuid
  ) AS reported`;

const CHOSEN = sql`id, session_id, user_id, harness, agent_version AS version, last_event_at, tool_calls, tool_failures, purged_below`;

const SUMS = sql.join(
  (
    [
      "sessions",
      "calls",
      "failures",
      "compared_calls",
      "repeats",
      "goal_ratings",
      "goal_points",
      "grounding_ratings",
      "grounding_points",
      "thought_ratings",
      "thought_points",
      "reports",
      "penalties",
    ] satisfies (keyof Evidence)[]
  ).map((name) => sql`sum(${sql.ref(name)})::float8 AS ${sql.ref(name)}`),
);

const moment = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** By day and version, in no particular order. */
export async function evidenceByDay(db: Db, asked: ScoredSessions): Promise<DayEvidence[]> {
  const { rows } = await sql<DayEvidence>`
    WITH chosen AS (SELECT ${CHOSEN} FROM session WHERE ${ofAgent(asked)}),
    each AS (${evidence(asked.agentId)})
    SELECT to_char(last_event_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, version,
      ${moment(sql`max(last_event_at)`)} AS last_event_at, ${SUMS}
    FROM each GROUP BY 1, 2`.execute(queries<object>(db));
  return rows;
}

export interface EvidencePage {
  readonly limit: number;
  readonly offset: number;
}

/** The latest event first. */
export async function listEvidence(
  db: Db,
  asked: ScoredSessions,
  { limit, offset }: EvidencePage,
): Promise<{ items: SessionEvidence[]; total: number }> {
  const { rows } = await sql<SessionEvidence>`
    WITH chosen AS (
      SELECT ${CHOSEN} FROM session WHERE ${ofAgent(asked)} ORDER BY last_event_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}
    )
    SELECT each.*, ${moment(sql`each.last_event_at`)} AS last_event_at FROM (${evidence(asked.agentId)}) AS each
    ORDER BY each.last_event_at DESC, id DESC`.execute(queries<object>(db));
  const counted = await sql<{ total: string }>`
    SELECT count(*) AS total FROM session WHERE ${ofAgent(asked)}`.execute(queries<object>(db));
  return { items: rows, total: Number(counted.rows[0]?.total ?? 0) };
}
