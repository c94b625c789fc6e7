-- What happened in sessions, minute by minute: dashboards, alerts and budgets add these rows up instead of lines. Belongs
-- to the telemetry module.
--
-- Written in the statement that saves the session, so that both say the same after any retry, repair or crash. A row for
-- each model, and for each MCP server whose tools were called; `stated` keeps apart the lines whose harness states a cost.
CREATE TABLE session_activity (
  session uuid NOT NULL,
  minute timestamptz NOT NULL,
  -- '' when no model is known.
  model text NOT NULL,
  stated boolean NOT NULL,
  -- '' for the harness's own tools, and for everything that is not a tool call.
  server text NOT NULL,
  user_id uuid NOT NULL,
  lines integer NOT NULL,
  prompts integer NOT NULL,
  tool_calls integer NOT NULL,
  tool_failures integer NOT NULL,
  -- How long each tool call took, in milliseconds, in no order, where that is known.
  latencies integer[] NOT NULL,
  input bigint NOT NULL,
  output bigint NOT NULL,
  cache_read bigint NOT NULL,
  cache_write bigint NOT NULL,
  cache_write_1h bigint NOT NULL,
  cost_usd double precision,
  PRIMARY KEY (session, minute, model, stated, server)
) WITH (fillfactor = 80);
CREATE INDEX session_activity_of_minute ON session_activity (minute);
CREATE INDEX session_activity_of_user ON session_activity (user_id, minute);

-- False: stored before activity was kept. It is counted when something is stored next, or by a job.
ALTER TABLE session ADD COLUMN activity_counted boolean NOT NULL DEFAULT false;
CREATE INDEX session_activity_uncounted ON session (last_event_at DESC, id DESC) WHERE NOT activity_counted AND revision > 0;

-- An export goes through all sessions of a user in an order that stays the same while sessions are written to.
CREATE INDEX session_own ON session (user_id, id) WHERE revision > 0;
