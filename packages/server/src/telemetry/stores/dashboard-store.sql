-- What the functions of dashboard-store.ts send. To renew: npm test -- activity-stores.store.test -u

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
