-- Alerts: rules about what happens minute by minute, and when they fired. Belongs to the alerts module.

CREATE TABLE alert_rule (
  id uuid PRIMARY KEY,
  -- With whose eyes the rule looks: its data is what this user may see at the time of the evaluation.
  created_by uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  name text NOT NULL,
  metric text NOT NULL CHECK (metric IN ('error_rate', 'latency_p99', 'token_usage', 'cost_usd')),
  threshold double precision NOT NULL,
  condition text NOT NULL CHECK (condition IN ('above', 'below')),
  target_type text NOT NULL CHECK (target_type IN ('mcp', 'agent', 'all')),
  -- As it was given: an id, a qualified name, or a name that clients report. Resolved at each evaluation.
  target_id text NOT NULL CHECK ((target_type = 'all') = (target_id = '')),
  window_minutes integer NOT NULL CHECK (window_minutes BETWEEN 1 AND 1440),
  cooldown_minutes integer NOT NULL CHECK (cooldown_minutes >= 0),
  -- '': nobody is told; the history is all there is.
  webhook_url text NOT NULL,
  notify_recovery boolean NOT NULL,
  -- Sealed.
  webhook_secret bytea NOT NULL,
  webhook_secret_last4 text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused')),
  -- Since when it watches as it does now: no minute that ended before can fire.
  watching_since timestamptz NOT NULL,
  -- The last end of a minute that was evaluated.
  evaluated_until timestamptz NOT NULL,
  -- Grows with every change, by a person or by an evaluation: an evaluation of what has changed meanwhile is dropped.
  revision bigint NOT NULL DEFAULT 1,
  state text NOT NULL DEFAULT 'no_data' CHECK (state IN ('ok', 'firing', 'no_data')),
  last_value double precision,
  last_evaluated_at timestamptz,
  last_triggered timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (target_type <> 'mcp' OR metric IN ('error_rate', 'latency_p99'))
);
CREATE INDEX alert_rule_of_user ON alert_rule (created_by, created_at DESC, id DESC);
CREATE INDEX alert_rule_newest ON alert_rule (created_at DESC, id DESC);
CREATE INDEX alert_rule_active ON alert_rule (id) WHERE status = 'active';

CREATE TABLE alert_firing (
  id uuid PRIMARY KEY,
  rule_id uuid NOT NULL REFERENCES alert_rule (id) ON DELETE CASCADE,
  metric_value double precision NOT NULL,
  threshold double precision NOT NULL,
  condition text NOT NULL CHECK (condition IN ('above', 'below')),
  -- The end of the window; for a test, when it was sent.
  fired_at timestamptz NOT NULL,
  recovered_at timestamptz,
  test boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- A minute fires once, however many processes evaluate it.
CREATE UNIQUE INDEX alert_firing_once ON alert_firing (rule_id, fired_at) WHERE NOT test;
CREATE INDEX alert_firing_history ON alert_firing (rule_id, fired_at DESC, id DESC);
CREATE INDEX alert_firing_open ON alert_firing (rule_id) WHERE recovered_at IS NULL AND NOT test;
CREATE INDEX alert_firing_age ON alert_firing (created_at);

-- What the webhook is told about a firing. Committed with it, so that a crash loses none; a process that delivers leases it.
CREATE TABLE alert_delivery (
  firing_id uuid NOT NULL REFERENCES alert_firing (id) ON DELETE CASCADE,
  event text NOT NULL CHECK (event IN ('alert.fired', 'alert.recovered', 'alert.test')),
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  response_code integer,
  error text,
  -- Until then nobody else delivers it.
  leased_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (firing_id, event)
);
CREATE INDEX alert_delivery_pending ON alert_delivery (created_at) WHERE status = 'pending';
