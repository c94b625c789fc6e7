-- What the functions of expired-store.ts send. To renew: npm test -- removal-stores.store.test -u

-- deleteLines
DELETE FROM session_line
WHERE session IN {sessions:Array(UUID)}
  AND revision <= transform(toString(session), {sessions:Array(String)}, {revisions:Array(UInt64)}, toUInt64(0))
SETTINGS log_comment = 'telemetry.delete-lines';
DELETE FROM superseded_line
WHERE session IN {sessions:Array(UUID)}
  AND revision <= transform(toString(session), {sessions:Array(String)}, {revisions:Array(UInt64)}, toUInt64(0))
SETTINGS log_comment = 'telemetry.delete-lines';

-- deleteBefore
DELETE FROM superseded_line
WHERE superseded_at < parseDateTime64BestEffort({time:String}, 3, 'UTC')
SETTINGS log_comment = 'telemetry.delete-old';
DELETE FROM hook_event
WHERE received_at < parseDateTime64BestEffort({time:String}, 3, 'UTC')
SETTINGS log_comment = 'telemetry.delete-old';
DELETE FROM tool_call_event
WHERE received_at < parseDateTime64BestEffort({time:String}, 3, 'UTC')
SETTINGS log_comment = 'telemetry.delete-old';
DELETE FROM tool_call_minute
WHERE minute < parseDateTime64BestEffort({time:String}, 3, 'UTC')
SETTINGS log_comment = 'telemetry.delete-old';
DELETE FROM agent_interaction_event
WHERE received_at < parseDateTime64BestEffort({time:String}, 3, 'UTC')
SETTINGS log_comment = 'telemetry.delete-old';

-- deleteReports, by everything
DELETE FROM hook_event
WHERE received_at < parseDateTime64BestEffort({time:String}, 3, 'UTC')
  AND user_id = {user:UUID}
  AND session_id = {session:String}
SETTINGS log_comment = 'telemetry.delete-reports';
DELETE FROM tool_call_event
WHERE received_at < parseDateTime64BestEffort({time:String}, 3, 'UTC')
  AND user_id = {user:UUID}
  AND session_id = {session:String}
SETTINGS log_comment = 'telemetry.delete-reports';
DELETE FROM tool_call_minute
WHERE minute < parseDateTime64BestEffort({time:String}, 3, 'UTC')
  AND user_id = {user:UUID}
  AND session_id = {session:String}
SETTINGS log_comment = 'telemetry.delete-reports';
DELETE FROM agent_interaction_event
WHERE received_at < parseDateTime64BestEffort({time:String}, 3, 'UTC')
  AND user_id = {user:UUID}
  AND session_id = {session:String}
SETTINGS log_comment = 'telemetry.delete-reports';

-- deleteReports, of a user
DELETE FROM hook_event
WHERE user_id = {user:UUID}
SETTINGS log_comment = 'telemetry.delete-reports';
DELETE FROM tool_call_event
WHERE user_id = {user:UUID}
SETTINGS log_comment = 'telemetry.delete-reports';
DELETE FROM tool_call_minute
WHERE user_id = {user:UUID}
SETTINGS log_comment = 'telemetry.delete-reports';
DELETE FROM agent_interaction_event
WHERE user_id = {user:UUID}
SETTINGS log_comment = 'telemetry.delete-reports';
