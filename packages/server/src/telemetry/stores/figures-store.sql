-- What the functions of figures-store.ts send. To renew: npm test -- activity-stores.store.test -u

-- figuresOf, of everything

SELECT NULL::text AS time, '' AS part, count(DISTINCT activity.session)::integer AS sessions,
  count(DISTINCT activity.user_id)::integer AS users, sum(activity.prompts)::integer AS prompts,
  sum(activity.tool_calls)::integer AS tool_calls, sum(activity.tool_failures)::integer AS tool_failures
FROM session_activity AS activity
JOIN session ON session.id = activity.session
WHERE activity.minute >= date_trunc('minute', $1::timestamptz)
  AND activity.minute <= $2::timestamptz
  AND session.revision > 0
  AND session.last_event_at >= date_trunc('minute', $3::timestamptz)
GROUP BY 1, 2
ORDER BY 1, 2
LIMIT $4;

-- figuresOf, with every filter

SELECT to_char(date_trunc('week', activity.minute AT TIME ZONE 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time, coalesce(session.agent_id::text, '') AS part, count(DISTINCT activity.session)::integer AS sessions,
  count(DISTINCT activity.user_id)::integer AS users, sum(activity.prompts)::integer AS prompts,
  sum(activity.tool_calls)::integer AS tool_calls, sum(activity.tool_failures)::integer AS tool_failures
FROM session_activity AS activity
JOIN session ON session.id = activity.session
WHERE activity.minute >= date_trunc('minute', $1::timestamptz)
  AND activity.minute <= $2::timestamptz
  AND activity.user_id = any($3::uuid[])
  AND activity.model = $4
  AND session.revision > 0
  AND session.last_event_at >= date_trunc('minute', $5::timestamptz)
  AND session.harness = $6
  AND session.agent_id = $7::uuid
  AND session.project_name = $8
  AND (session.tool_failures + session.error_events > 0) = $9
GROUP BY 1, 2
ORDER BY 1, 2
LIMIT $10;

-- usageOf, by harness

SELECT to_char(date_trunc('day', activity.minute AT TIME ZONE 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time, session.harness AS part, activity.model, width_bucket(activity.minute, $1::timestamptz[]) AS period,
  sum(activity.input)::float8 AS input, sum(activity.output)::float8 AS output,
  sum(activity.cache_read)::float8 AS cache_read, sum(activity.cache_write)::float8 AS cache_write,
  sum(activity.cache_write_1h)::float8 AS cache_write_1h, sum(activity.cost_usd) AS cost_usd
FROM session_activity AS activity
JOIN session ON session.id = activity.session
WHERE activity.minute >= date_trunc('minute', $2::timestamptz)
  AND activity.minute <= $3::timestamptz
  AND activity.user_id = any($4::uuid[])
  AND activity.model = $5
  AND session.revision > 0
  AND session.last_event_at >= date_trunc('minute', $6::timestamptz)
  AND session.harness = $7
  AND session.agent_id = $8::uuid
  AND session.project_name = $9
  AND (session.tool_failures + session.error_events > 0) = $10
  AND (activity.input + activity.output + activity.cache_read + activity.cache_write > 0 OR activity.stated)
GROUP BY 1, 2, 3, 4, activity.stated
ORDER BY 1, 2, 3, 4, activity.stated
LIMIT $11;

-- usageOf, of the sessions that called a server

SELECT NULL::text AS time, called.server AS part, activity.model, width_bucket(activity.minute, $1::timestamptz[]) AS period,
  sum(activity.input)::float8 AS input, sum(activity.output)::float8 AS output,
  sum(activity.cache_read)::float8 AS cache_read, sum(activity.cache_write)::float8 AS cache_write,
  sum(activity.cache_write_1h)::float8 AS cache_write_1h, sum(activity.cost_usd) AS cost_usd
FROM session_activity AS activity
JOIN session ON session.id = activity.session
JOIN (SELECT DISTINCT activity.session, activity.server FROM session_activity AS activity JOIN session ON session.id = activity.session
WHERE activity.minute >= date_trunc('minute', $2::timestamptz) AND activity.minute <= $3::timestamptz AND session.revision > 0 AND session.last_event_at >= date_trunc('minute', $4::timestamptz) AND activity.server <> '') AS called ON called.session = activity.session
WHERE activity.minute >= date_trunc('minute', $5::timestamptz)
  AND activity.minute <= $6::timestamptz
  AND (activity.input + activity.output + activity.cache_read + activity.cache_write > 0 OR activity.stated)
GROUP BY 1, 2, 3, 4, activity.stated
ORDER BY 1, 2, 3, 4, activity.stated
LIMIT $7;

-- unpricedSessionsOf

SELECT to_char(date_trunc('day', activity.minute AT TIME ZONE 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time, session.harness AS part, count(DISTINCT activity.session)::integer AS value
FROM session_activity AS activity
JOIN session ON session.id = activity.session
WHERE activity.minute >= date_trunc('minute', $1::timestamptz)
  AND activity.minute <= $2::timestamptz
  AND session.revision > 0
  AND session.last_event_at >= date_trunc('minute', $3::timestamptz)
  AND ((activity.input + activity.output + activity.cache_read + activity.cache_write > 0 OR activity.stated) AND NOT activity.stated AND (activity.model, width_bucket(activity.minute, $4::timestamptz[])) IN (
  SELECT * FROM unnest($5::text[], $6::integer[])) OR session.harness = any($7::text[]) AND session.usage = '[]')
GROUP BY 1, 2
ORDER BY 1, 2
LIMIT $8;

-- serverCallsOf, all

SELECT to_char(date_trunc('day', activity.minute AT TIME ZONE 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time, activity.server AS part, sum(activity.tool_calls)::integer AS value
FROM session_activity AS activity
JOIN session ON session.id = activity.session
WHERE activity.minute >= date_trunc('minute', $1::timestamptz)
  AND activity.minute <= $2::timestamptz
  AND session.revision > 0
  AND session.last_event_at >= date_trunc('minute', $3::timestamptz)
  AND activity.server <> ''
  AND activity.tool_calls > 0
GROUP BY 1, 2
ORDER BY 1, 2
LIMIT $4;

-- serverCallsOf, failed

SELECT NULL::text AS time, activity.server AS part, sum(activity.tool_failures)::integer AS value
FROM session_activity AS activity
JOIN session ON session.id = activity.session
WHERE activity.minute >= date_trunc('minute', $1::timestamptz)
  AND activity.minute <= $2::timestamptz
  AND activity.user_id = any($3::uuid[])
  AND activity.model = $4
  AND session.revision > 0
  AND session.last_event_at >= date_trunc('minute', $5::timestamptz)
  AND session.harness = $6
  AND session.agent_id = $7::uuid
  AND session.project_name = $8
  AND (session.tool_failures + session.error_events > 0) = $9
  AND activity.server <> ''
  AND activity.tool_failures > 0
GROUP BY 1, 2
ORDER BY 1, 2
LIMIT $10;
