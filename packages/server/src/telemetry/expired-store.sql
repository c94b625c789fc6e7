-- What the functions of expired-store.ts send. To renew: npm test -- stores.store.test -u

-- deleteLines
DELETE FROM session_line
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
DELETE FROM agent_interaction_event
WHERE received_at < parseDateTime64BestEffort({time:String}, 3, 'UTC')
SETTINGS log_comment = 'telemetry.delete-old';
