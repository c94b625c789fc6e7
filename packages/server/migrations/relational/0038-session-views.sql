-- Filters of the session list that someone has saved under a name. Belongs to the telemetry module.
CREATE TABLE session_view (
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  name text NOT NULL,
  params jsonb NOT NULL CHECK (jsonb_typeof(params) = 'object'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, name)
);
