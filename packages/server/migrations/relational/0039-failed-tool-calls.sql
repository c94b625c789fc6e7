-- What fails in a period is read without the calls that succeed, which are most of them, and the sessions in which a tool has
-- failed from this index alone. One key column, so that the planner knows that its rows lie together. Belongs to the telemetry
-- module.
CREATE INDEX session_tool_activity_of_failure ON session_tool_activity (minute) INCLUDE (tool, session) WHERE error <> '';
