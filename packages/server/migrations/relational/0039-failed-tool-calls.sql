-- What fails in a period is read without the calls that succeed, which are most of them, and the sessions in which a tool has
-- failed from this index alone. Belongs to the telemetry module.
CREATE INDEX session_tool_activity_of_failure ON session_tool_activity (minute, tool, session) WHERE error <> '';
