-- Markers that are planted in what an agent is given, and what became of them. Belongs to the telemetry module.

-- No foreign keys to the agent or the account: reports outlive both. `needle` is what ingest looks for: the value, or the
-- part of it that survives a paraphrase.
CREATE TABLE canary (
  id uuid PRIMARY KEY,
  agent_id uuid NOT NULL,
  canary_type text NOT NULL,
  injection_point text NOT NULL,
  canary_value text NOT NULL,
  needle text NOT NULL,
  expected_behavior text NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE INDEX canary_of_agent ON canary (agent_id, created_at DESC, id DESC);
-- Two active canaries with one value could not be told apart.
CREATE UNIQUE INDEX canary_needle ON canary (agent_id, needle) WHERE deleted_at IS NULL;

-- One per canary and session. `line` is null where the marker was not found. `agent_id` repeats the canary's, for lists.
-- Purging the session's lines takes `evidence`, which quotes them, and leaves the rest.
CREATE TABLE canary_report (
  canary uuid NOT NULL REFERENCES canary (id) ON DELETE CASCADE,
  session uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  agent_id uuid NOT NULL,
  agent_behavior text NOT NULL,
  penalty double precision NOT NULL CHECK (penalty BETWEEN 0 AND 1),
  line integer,
  evidence text,
  detected_at timestamptz NOT NULL,
  PRIMARY KEY (canary, session)
);
CREATE INDEX canary_report_of_session ON canary_report (session);
CREATE INDEX canary_report_of_agent ON canary_report (agent_id, detected_at DESC, canary, session);
