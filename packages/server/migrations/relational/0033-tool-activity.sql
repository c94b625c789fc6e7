-- Tool calls and their failures, minute by minute and tool by tool: what fails, why, and in which sessions. Belongs to the
-- telemetry module. Written with `session_activity`, in the statement that saves the session.
--
-- A table of its own: in the key of `session_activity` the tool would multiply the rows that every other sum reads.
CREATE TABLE session_tool_activity (
  session uuid NOT NULL,
  minute timestamptz NOT NULL,
  -- '' when no model is known.
  model text NOT NULL,
  -- As the harness calls it; '' for a result whose call is unknown.
  tool text NOT NULL,
  -- The first line of what a failed call answered, redacted, with numbers, paths and ids folded; '' counts the calls.
  error text NOT NULL,
  -- The MCP server that the tool belongs to; '' for the harness's own tools.
  server text NOT NULL,
  user_id uuid NOT NULL,
  calls integer NOT NULL,
  failures integer NOT NULL,
  PRIMARY KEY (session, minute, model, tool, error)
) WITH (fillfactor = 80);
CREATE INDEX session_tool_activity_of_minute ON session_tool_activity (minute);
CREATE INDEX session_tool_activity_of_user ON session_tool_activity (user_id, minute);
-- Lists of the sessions that called a tool, or in which something failed. Columns that never change, so that sums are
-- updated in place.
CREATE INDEX session_tool_activity_of_tool ON session_tool_activity (tool, minute, session);
CREATE INDEX session_tool_activity_of_error ON session_tool_activity (error, minute, session) WHERE error <> '';

-- Sessions from before are counted again from their lines, when something is stored next or by the job that does so. Until
-- then their other activity stays as it is.
UPDATE session SET activity_counted = false
WHERE activity_counted AND tool_calls + tool_failures > 0 AND purged_below <= highest_line;
