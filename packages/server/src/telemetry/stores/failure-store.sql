-- What the functions of failure-store.ts send. To renew: npm test -- activity-stores.store.test -u

-- failuresOf, by tool

SELECT key, coalesce(sum(calls) FILTER (WHERE is_now), 0)::integer AS calls,
  coalesce(sum(calls) FILTER (WHERE NOT is_now), 0)::integer AS calls_before,
  sum(failures) FILTER (WHERE is_now)::integer AS failed,
  coalesce(sum(failures) FILTER (WHERE NOT is_now), 0)::integer AS before,
  count(*) FILTER (WHERE is_now AND failures > 0)::integer AS sessions
FROM (
  SELECT activity.tool AS key, activity.minute >= date_trunc('minute', $1::timestamptz) AS is_now, activity.session, sum(activity.calls) AS calls,
    sum(activity.failures) AS failures
  FROM session_tool_activity AS activity JOIN session ON session.id = activity.session
WHERE activity.minute >= date_trunc('minute', $2::timestamptz) AND activity.minute <= $3::timestamptz AND session.revision > 0 AND session.last_event_at >= date_trunc('minute', $4::timestamptz)  GROUP BY 1, 2, 3
) AS by_session
GROUP BY key
HAVING sum(failures) FILTER (WHERE is_now) > 0
ORDER BY failed DESC, key
LIMIT $5;

-- failuresOf, with every filter

SELECT key, coalesce(sum(calls) FILTER (WHERE is_now), 0)::integer AS calls,
  coalesce(sum(calls) FILTER (WHERE NOT is_now), 0)::integer AS calls_before,
  sum(failures) FILTER (WHERE is_now)::integer AS failed,
  coalesce(sum(failures) FILTER (WHERE NOT is_now), 0)::integer AS before,
  count(*) FILTER (WHERE is_now AND failures > 0)::integer AS sessions
FROM (
  SELECT coalesce(session.agent_id::text, '') AS key, activity.minute >= date_trunc('minute', $1::timestamptz) AS is_now, activity.session, sum(activity.calls) AS calls,
    sum(activity.failures) AS failures
  FROM session_tool_activity AS activity JOIN session ON session.id = activity.session
WHERE activity.minute >= date_trunc('minute', $2::timestamptz) AND activity.minute <= $3::timestamptz AND activity.user_id = any($4::uuid[]) AND activity.model = $5 AND session.revision > 0 AND session.last_event_at >= date_trunc('minute', $6::timestamptz) AND session.harness = $7 AND session.agent_id = $8::uuid AND session.project_name = $9 AND (session.tool_failures + session.error_events > 0) = $10  GROUP BY 1, 2, 3
) AS by_session
GROUP BY key
HAVING sum(failures) FILTER (WHERE is_now) > 0
ORDER BY failed DESC, key
LIMIT $11;

-- reasonsOf, by error

SELECT DISTINCT ON (key) key, error, (array_agg(session ORDER BY last DESC, session))[1:$1::integer] AS sessions
FROM (
  SELECT activity.error AS key, activity.error, activity.session, sum(activity.failures) AS failed, max(activity.minute) AS last
  FROM session_tool_activity AS activity JOIN session ON session.id = activity.session
WHERE activity.minute >= date_trunc('minute', $2::timestamptz) AND activity.minute <= $3::timestamptz AND session.revision > 0 AND session.last_event_at >= date_trunc('minute', $4::timestamptz) AND activity.error <> '' AND activity.error <> '' AND activity.error = any($5::text[])
  GROUP BY 1, 2, 3
) AS failed_in
GROUP BY key, error
ORDER BY key, sum(failed) DESC, error;

-- reasonsOf, with every filter

SELECT DISTINCT ON (key) key, error, (array_agg(session ORDER BY last DESC, session))[1:$1::integer] AS sessions
FROM (
  SELECT activity.server AS key, activity.error, activity.session, sum(activity.failures) AS failed, max(activity.minute) AS last
  FROM session_tool_activity AS activity JOIN session ON session.id = activity.session
WHERE activity.minute >= date_trunc('minute', $2::timestamptz) AND activity.minute <= $3::timestamptz AND activity.user_id = any($4::uuid[]) AND activity.model = $5 AND session.revision > 0 AND session.last_event_at >= date_trunc('minute', $6::timestamptz) AND session.harness = $7 AND session.agent_id = $8::uuid AND session.project_name = $9 AND (session.tool_failures + session.error_events > 0) = $10 AND activity.server <> '' AND activity.error <> '' AND activity.server = any($11::text[])
  GROUP BY 1, 2, 3
) AS failed_in
GROUP BY key, error
ORDER BY key, sum(failed) DESC, error;
