-- What the functions of scorecard-store.ts send. To renew: npm test -- score-stores.store.test -u

-- evidenceByDay, of all versions

  WITH chosen AS (SELECT id, session_id, user_id, harness, agent_version AS version, last_event_at, tool_calls, tool_failures, purged_below FROM session WHERE session.agent_id = $1::uuid AND session.revision > 0 AND session.last_event_at >= $2::timestamptz),
  each AS (
SELECT chosen.*, 1 AS sessions, chosen.tool_calls AS calls, chosen.tool_failures AS failures,
  chosen.purged_below = 0 AS is_compared,
  CASE WHEN chosen.purged_below = 0 THEN coalesce(session_repeats.calls, 0) ELSE 0 END AS compared_calls,
  CASE WHEN chosen.purged_below = 0 THEN coalesce(session_repeats.repeats, 0) ELSE 0 END AS repeats,
  rated.*, reported.*
FROM chosen
LEFT JOIN session_repeats ON session_repeats.session = chosen.id
CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE dimension = 'goal_completion')::integer AS "goal_ratings", coalesce(sum(score) FILTER (WHERE dimension = 'goal_completion'), 0)::float8 AS "goal_points", count(*) FILTER (WHERE dimension = 'factual_grounding')::integer AS "grounding_ratings", coalesce(sum(score) FILTER (WHERE dimension = 'factual_grounding'), 0)::float8 AS "grounding_points", count(*) FILTER (WHERE dimension = 'thought_process')::integer AS "thought_ratings", coalesce(sum(score) FILTER (WHERE dimension = 'thought_process'), 0)::float8 AS "thought_points" FROM session_rating WHERE session_rating.session = chosen.id) AS rated
CROSS JOIN LATERAL (
  SELECT count(*)::integer AS reports, coalesce(sum(penalty), 0)::float8 AS penalties
  FROM canary_report WHERE canary_report.session = chosen.id AND canary_report.agent_id = $3::uuid
) AS reported)
  SELECT to_char(last_event_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, version,
    to_char(max(last_event_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last_event_at, sum("sessions")::float8 AS "sessions", sum("calls")::float8 AS "calls", sum("failures")::float8 AS "failures", sum("compared_calls")::float8 AS "compared_calls", sum("repeats")::float8 AS "repeats", sum("goal_ratings")::float8 AS "goal_ratings", sum("goal_points")::float8 AS "goal_points", sum("grounding_ratings")::float8 AS "grounding_ratings", sum("grounding_points")::float8 AS "grounding_points", sum("thought_ratings")::float8 AS "thought_ratings", sum("thought_points")::float8 AS "thought_points", sum("reports")::float8 AS "reports", sum("penalties")::float8 AS "penalties"
FROM each
GROUP BY 1, 2;

-- evidenceByDay, of one version

  WITH chosen AS (SELECT id, session_id, user_id, harness, agent_version AS version, last_event_at, tool_calls, tool_failures, purged_below FROM session WHERE session.agent_id = $1::uuid AND session.revision > 0 AND session.last_event_at >= $2::timestamptz AND session.last_event_at < $3::timestamptz AND session.agent_version = $4),
  each AS (
SELECT chosen.*, 1 AS sessions, chosen.tool_calls AS calls, chosen.tool_failures AS failures,
  chosen.purged_below = 0 AS is_compared,
  CASE WHEN chosen.purged_below = 0 THEN coalesce(session_repeats.calls, 0) ELSE 0 END AS compared_calls,
  CASE WHEN chosen.purged_below = 0 THEN coalesce(session_repeats.repeats, 0) ELSE 0 END AS repeats,
  rated.*, reported.*
FROM chosen
LEFT JOIN session_repeats ON session_repeats.session = chosen.id
CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE dimension = 'goal_completion')::integer AS "goal_ratings", coalesce(sum(score) FILTER (WHERE dimension = 'goal_completion'), 0)::float8 AS "goal_points", count(*) FILTER (WHERE dimension = 'factual_grounding')::integer AS "grounding_ratings", coalesce(sum(score) FILTER (WHERE dimension = 'factual_grounding'), 0)::float8 AS "grounding_points", count(*) FILTER (WHERE dimension = 'thought_process')::integer AS "thought_ratings", coalesce(sum(score) FILTER (WHERE dimension = 'thought_process'), 0)::float8 AS "thought_points" FROM session_rating WHERE session_rating.session = chosen.id) AS rated
CROSS JOIN LATERAL (
  SELECT count(*)::integer AS reports, coalesce(sum(penalty), 0)::float8 AS penalties
  FROM canary_report WHERE canary_report.session = chosen.id AND canary_report.agent_id = $5::uuid
) AS reported)
  SELECT to_char(last_event_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, version,
    to_char(max(last_event_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last_event_at, sum("sessions")::float8 AS "sessions", sum("calls")::float8 AS "calls", sum("failures")::float8 AS "failures", sum("compared_calls")::float8 AS "compared_calls", sum("repeats")::float8 AS "repeats", sum("goal_ratings")::float8 AS "goal_ratings", sum("goal_points")::float8 AS "goal_points", sum("grounding_ratings")::float8 AS "grounding_ratings", sum("grounding_points")::float8 AS "grounding_points", sum("thought_ratings")::float8 AS "thought_ratings", sum("thought_points")::float8 AS "thought_points", sum("reports")::float8 AS "reports", sum("penalties")::float8 AS "penalties"
FROM each
GROUP BY 1, 2;

-- listEvidence

  WITH chosen AS (
    SELECT id, session_id, user_id, harness, agent_version AS version, last_event_at, tool_calls, tool_failures, purged_below FROM session WHERE session.agent_id = $1::uuid AND session.revision > 0 AND session.last_event_at >= $2::timestamptz AND session.last_event_at < $3::timestamptz ORDER BY last_event_at DESC, id DESC LIMIT $4 OFFSET $5
  )
  SELECT each.*, to_char(each.last_event_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last_event_at
FROM (
SELECT chosen.*, 1 AS sessions, chosen.tool_calls AS calls, chosen.tool_failures AS failures,
  chosen.purged_below = 0 AS is_compared,
  CASE WHEN chosen.purged_below = 0 THEN coalesce(session_repeats.calls, 0) ELSE 0 END AS compared_calls,
  CASE WHEN chosen.purged_below = 0 THEN coalesce(session_repeats.repeats, 0) ELSE 0 END AS repeats,
  rated.*, reported.*
FROM chosen
LEFT JOIN session_repeats ON session_repeats.session = chosen.id
CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE dimension = 'goal_completion')::integer AS "goal_ratings", coalesce(sum(score) FILTER (WHERE dimension = 'goal_completion'), 0)::float8 AS "goal_points", count(*) FILTER (WHERE dimension = 'factual_grounding')::integer AS "grounding_ratings", coalesce(sum(score) FILTER (WHERE dimension = 'factual_grounding'), 0)::float8 AS "grounding_points", count(*) FILTER (WHERE dimension = 'thought_process')::integer AS "thought_ratings", coalesce(sum(score) FILTER (WHERE dimension = 'thought_process'), 0)::float8 AS "thought_points" FROM session_rating WHERE session_rating.session = chosen.id) AS rated
CROSS JOIN LATERAL (
  SELECT count(*)::integer AS reports, coalesce(sum(penalty), 0)::float8 AS penalties
  FROM canary_report WHERE canary_report.session = chosen.id AND canary_report.agent_id = $6::uuid
) AS reported) AS each
ORDER BY each.last_event_at DESC, id DESC;

SELECT count(*) AS total
FROM session
WHERE session.agent_id = $1::uuid
  AND session.revision > 0
  AND session.last_event_at >= $2::timestamptz
  AND session.last_event_at < $3::timestamptz;
