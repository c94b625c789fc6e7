-- What the functions of own-report-store.ts send. To renew: npm test -- activity-stores.store.test -u

-- reportsOf, hook events
SELECT * EXCEPT (user_id)
FROM hook_event
WHERE user_id = {user:UUID}
  AND received_at >= parseDateTime64BestEffort({time:String}, 3, 'UTC')
  AND (received_at, event_id) > (parseDateTime64BestEffort({time:String}, 3, 'UTC'), {id:UUID})
ORDER BY received_at, event_id
LIMIT {limit:UInt32}
SETTINGS log_comment = 'telemetry.own-reports', max_execution_time = 20, date_time_output_format = 'iso';

-- reportsOf, tool calls
SELECT * EXCEPT (user_id)
FROM tool_call_event
WHERE user_id = {user:UUID}
  AND received_at >= parseDateTime64BestEffort({time:String}, 3, 'UTC')
  AND (received_at, event_id) > (parseDateTime64BestEffort({time:String}, 3, 'UTC'), {id:UUID})
ORDER BY received_at, event_id
LIMIT {limit:UInt32}
SETTINGS log_comment = 'telemetry.own-reports', max_execution_time = 20, date_time_output_format = 'iso';

-- reportsOf, agent interactions
SELECT * EXCEPT (user_id)
FROM agent_interaction_event
WHERE user_id = {user:UUID}
  AND received_at >= parseDateTime64BestEffort({time:String}, 3, 'UTC')
  AND (received_at, event_id) > (parseDateTime64BestEffort({time:String}, 3, 'UTC'), {id:UUID})
ORDER BY received_at, event_id
LIMIT {limit:UInt32}
SETTINGS log_comment = 'telemetry.own-reports', max_execution_time = 20, date_time_output_format = 'iso';
