-- Values that admins set. Belongs to the settings module. A sensitive one is sealed, and then not in `value`.
CREATE TABLE setting (
  key text PRIMARY KEY,
  value text,
  sealed bytea,
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- No foreign key: settings know nothing of accounts, and an import at start has nobody.
  updated_by uuid,
  CHECK ((value IS NULL) <> (sealed IS NULL))
);
