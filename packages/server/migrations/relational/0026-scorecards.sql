-- Scorecards of agents. Belongs to the telemetry module.

-- Weights that an admin has set; every other dimension has its default.
CREATE TABLE dimension_weight (
  dimension text PRIMARY KEY,
  weight double precision NOT NULL CHECK (weight >= 0 AND weight <= 1),
  updated_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- How many tool calls of a session repeat an earlier one, counted from its lines at a revision of it. Counting reads the
-- analytical store, which a scorecard of many sessions could not do every time.
CREATE TABLE session_repeats (
  session uuid PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
  revision bigint NOT NULL,
  calls integer NOT NULL,
  repeats integer NOT NULL
);
