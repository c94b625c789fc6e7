-- Sessions of coding agents: how far each is stored, and what is in it. Belongs to the telemetry module. The lines
-- themselves are in the analytical store.
--
-- The id is derived from whose and which session it is (user, project, harness, session id), so that the hot path finds
-- the row by its key and two first batches cannot make two of it. No foreign keys: what an agent did stays on record for
-- as long as telemetry is kept, whatever becomes of the account or of the agent.
CREATE TABLE session (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  project text NOT NULL,
  harness text NOT NULL,
  session_id text NOT NULL,

  -- The checkpoint. `confirmed`: ranges above it that were sent in the present generation, [from, to, end byte].
  acknowledged_line integer NOT NULL DEFAULT -1,
  acknowledged_offset bigint NOT NULL DEFAULT 0,
  generation integer NOT NULL DEFAULT 0,
  confirmed jsonb NOT NULL DEFAULT '[]',
  -- Nothing is stored above it, but for what a crash left behind and nobody was told of.
  highest_line integer NOT NULL DEFAULT -1,
  -- Up to here lines have been acknowledged at some time: a repair moves the checkpoint back, not this.
  acknowledged_once integer NOT NULL DEFAULT -1,
  -- Lines below this were removed because they were too old, and this is what they said.
  purged_below integer NOT NULL DEFAULT 0,
  purged_summary jsonb,
  -- Each batch that is written has a higher one than all before it: of two rows of a line the higher is right.
  -- Zero: nothing of the session is stored yet. What has a higher one than this was written by an attempt that did not end.
  revision bigint NOT NULL DEFAULT 0,
  -- At scale: whose turn it is to write, and until when that is believed.
  lease_holder uuid,
  lease_until timestamptz,
  -- The revision that the last lease was given, whether or not its holder came to save anything.
  attempt bigint NOT NULL DEFAULT 0,

  -- What was said about the session.
  final boolean NOT NULL DEFAULT false,
  agent_ref text,
  agent_id uuid,
  agent_version text,
  layer_hash text,
  parent_session_id text,
  total_credits double precision,

  -- What its lines say, kept up to date batch by batch. `usage`: tokens and cost by model.
  line_count integer NOT NULL DEFAULT 0,
  events integer NOT NULL DEFAULT 0,
  prompts integer NOT NULL DEFAULT 0,
  tool_calls integer NOT NULL DEFAULT 0,
  tool_failures integer NOT NULL DEFAULT 0,
  error_events integer NOT NULL DEFAULT 0,
  unreadable_lines integer NOT NULL DEFAULT 0,
  usage jsonb NOT NULL DEFAULT '{}',
  models text[] NOT NULL DEFAULT '{}',
  started_at timestamptz NOT NULL,
  last_event_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  -- What the next line's reading needs of the ones before it: model, open tool calls, usage already counted.
  context jsonb NOT NULL,

  -- The last audit.
  integrity_ok boolean,
  server_hash text,
  repair_from_line integer,
  checked_at timestamptz
) WITH (fillfactor = 80);

CREATE INDEX session_by_name ON session (session_id, user_id);
-- A session of which nothing could be saved yet is none.
CREATE INDEX session_of_user ON session (user_id, last_event_at DESC, id DESC) WHERE revision > 0;
CREATE INDEX session_latest ON session (last_event_at DESC, id DESC) WHERE revision > 0;
CREATE INDEX session_of_agent ON session (agent_id, last_event_at DESC, id DESC);
CREATE INDEX session_of_project ON session (project, last_event_at DESC, id DESC);
CREATE INDEX session_of_models ON session USING gin (models);
-- What has arrived lately, and what nobody has written to for longer than telemetry is kept.
CREATE INDEX session_received ON session (received_at) WHERE purged_below <= highest_line;

-- Sessions whose lines are to be removed from the analytical store: those up to a revision, be they live or not. Written
-- together with `purged_below`, so that a crash in between leaves no line behind for ever.
CREATE TABLE session_purge (
  session uuid PRIMARY KEY,
  revision bigint NOT NULL
);
