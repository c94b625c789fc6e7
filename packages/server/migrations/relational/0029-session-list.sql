-- How many subagents a session has started. Most sessions are nobody's subagent, and are not in the index.
CREATE INDEX session_of_parent ON session (user_id, parent_session_id)
  WHERE parent_session_id IS NOT NULL AND revision > 0;

-- Which sessions called a tool of an MCP server. Both columns never change, so that sums are still updated in place.
CREATE INDEX session_activity_of_server ON session_activity (server, session) WHERE server <> '';

-- Totals of everyone's sessions, and orders other than the latest first, are read from this index alone: a row of the table
-- is a hundred times as wide. Wider instead of one more, which every batch would have to write.
DROP INDEX session_latest;
CREATE INDEX session_latest ON session (last_event_at DESC, id DESC)
  INCLUDE (user_id, parent_session_id, final, started_at, tool_calls, tool_failures, error_events) WHERE revision > 0;
