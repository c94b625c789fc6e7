-- What the functions of activity-store.ts send. To renew: npm test -- activity-stores.store.test -u

-- callsByMinute

SELECT to_char(activity.minute AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS minute, sum(tool_calls)::integer AS calls, sum(tool_failures)::integer AS failures
FROM session_activity AS activity
WHERE activity.minute >= $1::timestamptz
  AND activity.minute < $2::timestamptz
  AND activity.user_id = any($3::uuid[])
  AND activity.server = any($4::text[])
  AND EXISTS (SELECT FROM session WHERE session.id = activity.session
        AND (session.agent_id = $5::uuid OR session.agent_ref = any($6::text[])
          OR regexp_replace(session.agent_ref, '@[^@]*$', '') = any($7::text[])))
  AND (tool_calls > 0 OR tool_failures > 0)
GROUP BY activity.minute
ORDER BY activity.minute;

-- latenciesByMinute

WITH given AS NOT MATERIALIZED (
  SELECT CASE WHEN minute >= $1::timestamptz AND minute < $2::timestamptz THEN $3::timestamptz ELSE minute END AS minute,
    latencies
  FROM session_activity AS activity WHERE activity.minute >= $4::timestamptz AND activity.minute < $5::timestamptz AND activity.user_id = any($6::uuid[]) AND activity.server = any($7::text[]) AND EXISTS (SELECT FROM session WHERE session.id = activity.session
        AND (session.agent_id = $8::uuid OR session.agent_ref = any($9::text[])
          OR regexp_replace(session.agent_ref, '@[^@]*$', '') = any($10::text[]))) AND latencies <> '{}'
), total AS (
  SELECT sum(cardinality(latencies)) > $11::integer AS is_rounded FROM given WHERE minute <> $12::timestamptz
), single AS (
  SELECT minute, unnest(latencies)::float8 AS latency FROM given
), counted AS (
  SELECT minute, count(*)::integer AS calls,
    CASE WHEN minute <> $13::timestamptz AND (SELECT is_rounded FROM total) THEN round(latency / power(2, greatest(0, floor(ln(greatest(latency, 1)) / ln(2)) - $14::integer))) * power(2, greatest(0, floor(ln(greatest(latency, 1)) / ln(2)) - $15::integer))
      ELSE latency END AS told
  FROM single GROUP BY minute, told
)
SELECT to_char(activity.minute AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS minute, array_agg(told) AS latencies, array_agg(calls) AS counts
FROM counted AS activity
GROUP BY activity.minute
ORDER BY activity.minute;

-- measureActivity

WITH by_minute AS (
  SELECT session, extract(epoch FROM minute)::bigint / 60 AS minute,
    sum(tool_calls)::integer AS calls, sum(tool_failures)::integer AS failures
  FROM session_activity WHERE session = any($1::uuid[]) GROUP BY session, session_activity.minute
), stepped AS (
  SELECT *, minute - lag(minute, 1, minute) OVER (PARTITION BY session ORDER BY minute) AS step FROM by_minute
), placed AS (
  SELECT *, sum(CASE WHEN step > $2 THEN 1 ELSE step END)
    OVER (PARTITION BY session ORDER BY minute)::integer AS place
  FROM stepped
), sized AS (
  SELECT *, max(place) OVER (PARTITION BY session) + 1 AS minutes, min(minute) OVER (PARTITION BY session) AS first,
    max(minute) OVER (PARTITION BY session) AS last,
    (count(*) FILTER (WHERE step > $3) OVER (PARTITION BY session))::integer AS pauses
  FROM placed
), sliced AS (
  SELECT session, first, last, minutes, pauses, place * least(minutes, $4::integer) / minutes AS slice,
    sum(calls)::integer AS calls, sum(failures)::integer AS failures
  FROM sized GROUP BY session, first, last, minutes, pauses, slice
)
SELECT session, first::float8 * 60000 AS first_ms, last::float8 * 60000 AS last_ms, minutes, pauses,
  jsonb_agg(jsonb_build_array(slice, calls, failures) ORDER BY slice) AS slices
FROM sliced
GROUP BY session, first, last, minutes, pauses;

-- usageByMinute, of everyone

SELECT to_char(activity.minute AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS minute, model, sum(input)::float8 AS input, sum(output)::float8 AS output,
  sum(cache_read)::float8 AS cache_read, sum(cache_write)::float8 AS cache_write,
  sum(cache_write_1h)::float8 AS cache_write_1h, sum(cost_usd) AS cost_usd
FROM session_activity AS activity
WHERE activity.minute >= $1::timestamptz
  AND activity.minute < $2::timestamptz
  AND (input + output + cache_read + cache_write > 0 OR cost_usd IS NOT NULL)
GROUP BY activity.minute, model, stated
ORDER BY activity.minute, model, stated;

-- usageByMinute, with every filter

SELECT to_char(activity.minute AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS minute, model, sum(input)::float8 AS input, sum(output)::float8 AS output,
  sum(cache_read)::float8 AS cache_read, sum(cache_write)::float8 AS cache_write,
  sum(cache_write_1h)::float8 AS cache_write_1h, sum(cost_usd) AS cost_usd
FROM session_activity AS activity
WHERE activity.minute >= $1::timestamptz
  AND activity.minute < $2::timestamptz
  AND activity.user_id = any($3::uuid[])
  AND activity.server = any($4::text[])
  AND EXISTS (SELECT FROM session WHERE session.id = activity.session
        AND (session.agent_id = $5::uuid OR session.agent_ref = any($6::text[])
          OR regexp_replace(session.agent_ref, '@[^@]*$', '') = any($7::text[])))
  AND (input + output + cache_read + cache_write > 0 OR cost_usd IS NOT NULL)
GROUP BY activity.minute, model, stated
ORDER BY activity.minute, model, stated;
