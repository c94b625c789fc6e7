-- What the functions of report-store.ts send. To renew: npm test -- activity-stores.store.test -u

-- appendHook
INSERT INTO hook_event (received_at, event_id, user_id, harness, event, session_id, tool_name, tool_use_id, agent_id, model, cwd, is_error, detail) FORMAT JSONEachRow;

-- appendToolCalls
INSERT INTO tool_call_event (received_at, event_id, user_id, harness, session_id, tool_name, latency_ms, mcp_server_id, status, user_action, input_params, response) FORMAT JSONEachRow;
INSERT INTO tool_call_minute (minute, mcp_server_id, user_id, session_id, calls, failures, latencies) FORMAT JSONEachRow;

-- appendInteractions
INSERT INTO agent_interaction_event (received_at, event_id, user_id, harness, session_id, latency_ms, agent_id, tool_calls, user_action) FORMAT JSONEachRow;

-- recent
SELECT countIf(what = 'call') AS tool_calls, countIf(what = 'interaction') AS interactions,
  maxOrNull(received_at) AS last_at
FROM (
  SELECT 'call' AS what, received_at FROM tool_call_event WHERE received_at >= parseDateTime64BestEffort({since:String}, 3, 'UTC') AND ({user:String} = '' OR user_id = toUUIDOrZero({user:String}))
  UNION ALL SELECT 'interaction', received_at FROM agent_interaction_event WHERE received_at >= parseDateTime64BestEffort({since:String}, 3, 'UTC') AND ({user:String} = '' OR user_id = toUUIDOrZero({user:String}))
  UNION ALL SELECT if(event IN ('PostToolUse', 'PostToolUseFailure'), 'call', 'hook'), received_at FROM hook_event
    WHERE received_at >= parseDateTime64BestEffort({since:String}, 3, 'UTC') AND ({user:String} = '' OR user_id = toUUIDOrZero({user:String}))
)
SETTINGS log_comment = 'telemetry.recent-reports', max_execution_time = 20, date_time_output_format = 'iso';

-- callsOf
SELECT count() AS calls, countIf(status NOT IN ('success', 'ok')) AS errors, avg(latency_ms) AS avg,
  quantileExact(0.5)(latency_ms) AS p50, quantileExact(0.9)(latency_ms) AS p90, quantileExact(0.99)(latency_ms) AS p99
FROM tool_call_event
WHERE mcp_server_id IN {names:Array(String)}
  AND received_at >= parseDateTime64BestEffort({since:String}, 3, 'UTC')
SETTINGS log_comment = 'telemetry.call-figures', max_execution_time = 20, date_time_output_format = 'iso';

-- reportedCalls, of anybody
SELECT minute, toUInt32(sum(calls)) AS calls, toUInt32(sum(failures)) AS failures
FROM tool_call_minute
WHERE minute >= parseDateTime64BestEffort({from:String}, 3, 'UTC')
  AND minute < parseDateTime64BestEffort({to:String}, 3, 'UTC')
  AND ({user:String} = '' OR user_id = toUUIDOrZero({user:String}))
  AND ({all:UInt8} = 1 OR mcp_server_id IN {names:Array(String)})
GROUP BY minute
ORDER BY minute
SETTINGS log_comment = 'telemetry.reported-calls', max_execution_time = 20, date_time_output_format = 'iso';

-- reportedCalls, with every filter
SELECT minute, toUInt32(sum(calls)) AS calls, toUInt32(sum(failures)) AS failures
FROM tool_call_minute
WHERE minute >= parseDateTime64BestEffort({from:String}, 3, 'UTC')
  AND minute < parseDateTime64BestEffort({to:String}, 3, 'UTC')
  AND ({user:String} = '' OR user_id = toUUIDOrZero({user:String}))
  AND ({all:UInt8} = 1 OR mcp_server_id IN {names:Array(String)})
GROUP BY minute
ORDER BY minute
SETTINGS log_comment = 'telemetry.reported-calls', max_execution_time = 20, date_time_output_format = 'iso';

-- reportedLatencies
SELECT at AS minute, groupArray(told) AS latencies, groupArray(calls) AS counts
FROM (
  SELECT if((minute >= parseDateTime64BestEffort({first:String}, 3, 'UTC') AND minute < parseDateTime64BestEffort({end:String}, 3, 'UTC')), parseDateTime64BestEffort({first:String}, 3, 'UTC'), minute) AS at, toUInt32(count()) AS calls,
    if(NOT (minute >= parseDateTime64BestEffort({first:String}, 3, 'UTC') AND minute < parseDateTime64BestEffort({end:String}, 3, 'UTC')) AND (SELECT sum(length(latencies)) FROM tool_call_minute
WHERE minute >= parseDateTime64BestEffort({from:String}, 3, 'UTC') AND minute < parseDateTime64BestEffort({to:String}, 3, 'UTC')
  AND ({user:String} = '' OR user_id = toUUIDOrZero({user:String})) AND ({all:UInt8} = 1 OR mcp_server_id IN {names:Array(String)}) AND NOT (minute >= parseDateTime64BestEffort({first:String}, 3, 'UTC') AND minute < parseDateTime64BestEffort({end:String}, 3, 'UTC'))) > 1000000, round(latency / pow(2, greatest(0, floor(log2(greatest(latency, 1))) - 4))) * pow(2, greatest(0, floor(log2(greatest(latency, 1))) - 4)), latency) AS told
  FROM (SELECT minute, arrayJoin(latencies) AS latency FROM tool_call_minute
WHERE minute >= parseDateTime64BestEffort({from:String}, 3, 'UTC') AND minute < parseDateTime64BestEffort({to:String}, 3, 'UTC')
  AND ({user:String} = '' OR user_id = toUUIDOrZero({user:String})) AND ({all:UInt8} = 1 OR mcp_server_id IN {names:Array(String)})) GROUP BY at, told
)
GROUP BY at
ORDER BY at
SETTINGS log_comment = 'telemetry.reported-latencies', max_execution_time = 20, date_time_output_format = 'iso';

-- interactionsOf
SELECT count() AS interactions, if(countIf(user_action IN ('accept', 'accepted', 'approve', 'approved', 'allow', 'allowed') OR user_action IN ('reject', 'rejected', 'deny', 'denied', 'refuse', 'refused', 'cancel', 'cancelled')) = 0, NULL,
    countIf(user_action IN ('accept', 'accepted', 'approve', 'approved', 'allow', 'allowed')) / countIf(user_action IN ('accept', 'accepted', 'approve', 'approved', 'allow', 'allowed') OR user_action IN ('reject', 'rejected', 'deny', 'denied', 'refuse', 'refused', 'cancel', 'cancelled'))) AS "acceptanceRate",
  avg(tool_calls) AS "avgToolCalls", avg(latency_ms) AS "avgLatencyMs"
FROM agent_interaction_event
WHERE agent_id IN {names:Array(String)}
  AND received_at >= parseDateTime64BestEffort({since:String}, 3, 'UTC')
SETTINGS log_comment = 'telemetry.interaction-figures', max_execution_time = 20, date_time_output_format = 'iso';
