-- What tells this deployment from another that uses the same Redis: one row. Belongs to the platform.
CREATE TABLE deployment (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  id uuid NOT NULL DEFAULT gen_random_uuid()
);

INSERT INTO deployment DEFAULT VALUES;
