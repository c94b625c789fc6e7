-- What people think of sessions: one rating per person and dimension. Belongs to the telemetry module.
CREATE TABLE session_rating (
  id uuid PRIMARY KEY,
  session uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  dimension text NOT NULL,
  score smallint NOT NULL CHECK (score BETWEEN 0 AND 100),
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, session, dimension)
);
CREATE INDEX session_rating_of_session ON session_rating (session, created_at DESC, id DESC);
