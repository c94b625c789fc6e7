-- What the functions of audit-event-store.ts send. To renew: npm test -- stores.store.test -u

-- append
INSERT INTO audit_event (position, event_id, timestamp, actor_id, actor_email, actor_role, action, resource_type, resource_id, resource_name, http_method, http_path, status_code, ip_address, user_agent, detail, sensitivity, request_id, outcome, duration_ms, source, chain_hash) FORMAT JSONEachRow;

-- storedOf
SELECT position, chain_hash
FROM audit_event
WHERE position BETWEEN {first:UInt64} AND {last:UInt64}
SETTINGS log_comment = 'audit.stored', max_execution_time = 20, date_time_output_format = 'iso';

-- list, without filters
SELECT event_id, timestamp, actor_id, actor_email, actor_role, action, resource_type, resource_id, resource_name, http_method, http_path, status_code, ip_address, user_agent, detail, sensitivity, request_id, outcome, duration_ms, chain_hash, source
FROM audit_event
WHERE position IN (
  SELECT position FROM audit_event WHERE true
  ORDER BY position DESC LIMIT 1 BY position LIMIT {limit:UInt32} OFFSET {offset:UInt32}
)
ORDER BY position DESC
LIMIT 1 BY position
SETTINGS log_comment = 'audit.list', max_execution_time = 20, date_time_output_format = 'iso';

-- list, with every filter
SELECT event_id, timestamp, actor_id, actor_email, actor_role, action, resource_type, resource_id, resource_name, http_method, http_path, status_code, ip_address, user_agent, detail, sensitivity, request_id, outcome, duration_ms, chain_hash, source
FROM audit_event
WHERE position IN (
  SELECT position FROM audit_event WHERE (actor_id = {actor:String} OR actor_email = {actor:String}) AND action = {action:String} AND resource_type = {resource_type:String} AND request_id = {request_id:String} AND sensitivity = {sensitivity:String} AND outcome = {outcome:String} AND source = {source:String} AND (outcome != 'success' OR action NOT IN {hiddenReads:Array(String)}) AND timestamp >= parseDateTime64BestEffort({from:String}, 3, 'UTC') AND timestamp <= parseDateTime64BestEffort({to:String}, 3, 'UTC')
  ORDER BY position DESC LIMIT 1 BY position LIMIT {limit:UInt32} OFFSET {offset:UInt32}
)
ORDER BY position DESC
LIMIT 1 BY position
SETTINGS log_comment = 'audit.list', max_execution_time = 20, date_time_output_format = 'iso';

-- count, without filters
SELECT count() AS total
FROM audit_event FINAL
WHERE true
SETTINGS log_comment = 'audit.count', max_execution_time = 20, date_time_output_format = 'iso', use_skip_indexes_if_final = 1;

-- count, with every filter
SELECT count() AS total
FROM audit_event FINAL
WHERE (actor_id = {actor:String} OR actor_email = {actor:String})
  AND action = {action:String}
  AND resource_type = {resource_type:String}
  AND request_id = {request_id:String}
  AND sensitivity = {sensitivity:String}
  AND outcome = {outcome:String}
  AND source = {source:String}
  AND (outcome != 'success' OR action NOT IN {hiddenReads:Array(String)})
  AND timestamp >= parseDateTime64BestEffort({from:String}, 3, 'UTC')
  AND timestamp <= parseDateTime64BestEffort({to:String}, 3, 'UTC')
SETTINGS log_comment = 'audit.count', max_execution_time = 20, date_time_output_format = 'iso', use_skip_indexes_if_final = 1;

-- listBetween
SELECT position, event_id, timestamp, actor_id, actor_email, actor_role, action, resource_type, resource_id, resource_name, http_method, http_path, status_code, ip_address, user_agent, detail, sensitivity, request_id, outcome, duration_ms, chain_hash, source
FROM audit_event FINAL
WHERE position > {after:UInt64}
  AND position <= {upTo:UInt64}
  AND true
ORDER BY position
LIMIT {limit:UInt32}
SETTINGS log_comment = 'audit.export', max_execution_time = 20, date_time_output_format = 'iso', use_skip_indexes_if_final = 1;

-- rowsAt
SELECT position, event_id, timestamp, actor_id, actor_email, actor_role, action, resource_type, resource_id, resource_name, http_method, http_path, status_code, ip_address, user_agent, detail, sensitivity, request_id, outcome, duration_ms, chain_hash, source
FROM audit_event
WHERE position BETWEEN {first:UInt64} AND {last:UInt64}
ORDER BY position
SETTINGS log_comment = 'audit.verify', max_execution_time = 20, date_time_output_format = 'iso';

-- firstAfter
SELECT position, event_id, timestamp, actor_id, actor_email, actor_role, action, resource_type, resource_id, resource_name, http_method, http_path, status_code, ip_address, user_agent, detail, sensitivity, request_id, outcome, duration_ms, chain_hash, source
FROM audit_event
WHERE position > {position:UInt64}
ORDER BY position
LIMIT 1
SETTINGS log_comment = 'audit.first-after', max_execution_time = 20, date_time_output_format = 'iso';
