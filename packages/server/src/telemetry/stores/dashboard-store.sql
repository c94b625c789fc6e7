-- What the functions of dashboard-store.ts send. To renew: npm test -- stores.store.test -u

-- figures, of everything
SELECT NULL AS time, '' AS part, uniqExact(session) AS sessions,
  uniqExact(user_id) AS users, sum(arrayCount(kind -> kind = 'user', kinds)) AS prompts,
  sum(session_line.tool_calls) AS tool_calls, sum(session_line.tool_failures) AS tool_failures
FROM session_line FINAL
WHERE live
  AND at BETWEEN parseDateTime64BestEffort({from:String}, 3, 'UTC')
  AND parseDateTime64BestEffort({to:String}, 3, 'UTC')
GROUP BY time, part
ORDER BY time, part
LIMIT 100000
SETTINGS log_comment = 'telemetry.figures', max_execution_time = 25, date_time_output_format = 'iso';

-- figures, with every filter
SELECT toDateTime64(toDateTime64(toStartOfWeek(at, 1), 3, 'UTC'), 3, 'UTC') AS time, toString(session) AS part, uniqExact(session) AS sessions,
  uniqExact(user_id) AS users, sum(arrayCount(kind -> kind = 'user', kinds)) AS prompts,
  sum(session_line.tool_calls) AS tool_calls, sum(session_line.tool_failures) AS tool_failures
FROM session_line FINAL
WHERE live
  AND at BETWEEN parseDateTime64BestEffort({from:String}, 3, 'UTC')
  AND parseDateTime64BestEffort({to:String}, 3, 'UTC')
  AND user_id IN {users:Array(UUID)}
  AND harness = {harness:String}
  AND model = {model:String}
  AND session IN {sessions:Array(UUID)}
GROUP BY time, part
ORDER BY time, part
LIMIT 100000
SETTINGS log_comment = 'telemetry.figures', max_execution_time = 25, date_time_output_format = 'iso';

-- usage
SELECT toDateTime64(toDateTime64(toStartOfDay(at), 3, 'UTC'), 3, 'UTC') AS time, toString(harness) AS part, model, arrayCount(day -> at >= toDateTime64(day, 3, 'UTC'), {changes:Array(String)}) AS period,
  isNotNull(session_line.cost_usd) AS stated, sum(session_line.input) AS input,
  sum(session_line.output) AS output, sum(session_line.cache_read) AS cache_read,
  sum(session_line.cache_write) AS cache_write, sum(session_line.cache_write_1h) AS cache_write_1h,
  sumOrNull(session_line.cost_usd) AS cost_usd
FROM session_line FINAL
WHERE live
  AND at BETWEEN parseDateTime64BestEffort({from:String}, 3, 'UTC')
  AND parseDateTime64BestEffort({to:String}, 3, 'UTC')
  AND user_id IN {users:Array(UUID)}
  AND harness = {harness:String}
  AND model = {model:String}
  AND session IN {sessions:Array(UUID)}
  AND usage_key != ''
GROUP BY time, part, model, period, stated
ORDER BY time, part, model, period, stated
LIMIT 100000
SETTINGS log_comment = 'telemetry.usage', max_execution_time = 25, date_time_output_format = 'iso';

-- unpricedSessions
SELECT toDateTime64(toDateTime64(toStartOfDay(at), 3, 'UTC'), 3, 'UTC') AS time, toString(harness) AS part, uniqExact(session) AS value
FROM session_line FINAL
WHERE live
  AND at BETWEEN parseDateTime64BestEffort({from:String}, 3, 'UTC')
  AND parseDateTime64BestEffort({to:String}, 3, 'UTC')
  AND usage_key != ''
  AND isNull(cost_usd)
  AND input + output + cache_read + cache_write > 0
  AND has(arrayZip({models:Array(String)}, {periods:Array(UInt32)}), (toString(session_line.model), toUInt32(arrayCount(day -> at >= toDateTime64(day, 3, 'UTC'), {changes:Array(String)}))))
GROUP BY time, part
ORDER BY time, part
LIMIT 100000
SETTINGS log_comment = 'telemetry.unpriced-sessions', max_execution_time = 25, date_time_output_format = 'iso';

-- downloads
SELECT toDateTime64(toStartOfHour(installed_at), 3, 'UTC') AS time, toString(item_id) AS part, uniqExact(event_id) AS value
FROM install_event
WHERE installed_at BETWEEN parseDateTime64BestEffort({from:String}, 3, 'UTC')
  AND parseDateTime64BestEffort({to:String}, 3, 'UTC')
  AND user_id IN {users:Array(UUID)}
  AND harness = {harness:String}
GROUP BY time, part
ORDER BY time, part
LIMIT 100000
SETTINGS log_comment = 'telemetry.downloads', max_execution_time = 25, date_time_output_format = 'iso';

-- calls, all
SELECT toDateTime64(toDateTime64(toStartOfDay(received_at), 3, 'UTC'), 3, 'UTC') AS time, mcp_server_id AS part, count() AS value
FROM tool_call_event
WHERE received_at BETWEEN parseDateTime64BestEffort({from:String}, 3, 'UTC')
  AND parseDateTime64BestEffort({to:String}, 3, 'UTC')
  AND user_id IN {users:Array(UUID)}
  AND harness = {harness:String}
GROUP BY time, part
ORDER BY time, part
LIMIT 100000
SETTINGS log_comment = 'telemetry.calls', max_execution_time = 25, date_time_output_format = 'iso';

-- calls, failed
SELECT NULL AS time, mcp_server_id AS part, count() AS value
FROM tool_call_event
WHERE received_at BETWEEN parseDateTime64BestEffort({from:String}, 3, 'UTC')
  AND parseDateTime64BestEffort({to:String}, 3, 'UTC')
  AND status NOT IN ('success', 'ok')
GROUP BY time, part
ORDER BY time, part
LIMIT 100000
SETTINGS log_comment = 'telemetry.calls', max_execution_time = 25, date_time_output_format = 'iso';
