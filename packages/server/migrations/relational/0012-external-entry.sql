-- Manifests of other publishers, and what they list. Belongs to the discovery module.
CREATE TABLE external_source (
  id uuid PRIMARY KEY,
  url text NOT NULL UNIQUE,
  publisher text,
  status text NOT NULL DEFAULT 'pending',
  error text,
  entry_count integer NOT NULL DEFAULT 0,
  -- When the fetch began whose outcome is shown.
  last_fetched_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE external_entry (
  identifier text PRIMARY KEY,
  source_id uuid NOT NULL REFERENCES external_source ON DELETE CASCADE,
  entry jsonb NOT NULL
);
CREATE INDEX external_entry_source ON external_entry (source_id);

-- Which entries have changed since a process last looked, those that are gone included.
CREATE TABLE external_change (
  identifier text PRIMARY KEY,
  -- In the order in which the changes were committed: who has seen one has seen all before it.
  revision bigint NOT NULL UNIQUE,
  -- Null while there is such an entry.
  removed_at timestamptz
);
CREATE INDEX external_change_removed ON external_change (removed_at) WHERE removed_at IS NOT NULL;
CREATE SEQUENCE external_revision;

CREATE FUNCTION note_external_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Held until the commit, so that revisions become visible in order. Any constant will do that nothing else locks.
  PERFORM pg_advisory_xact_lock(7262443);
  INSERT INTO external_change (identifier, revision, removed_at)
  VALUES (
    CASE TG_OP WHEN 'DELETE' THEN OLD.identifier ELSE NEW.identifier END,
    nextval('external_revision'),
    CASE TG_OP WHEN 'DELETE' THEN now() END
  )
  ON CONFLICT (identifier) DO UPDATE SET revision = EXCLUDED.revision, removed_at = EXCLUDED.removed_at;
  RETURN NULL;
END $$;

-- At the end of the transaction: whoever waits for the lock then waits for nothing but commits.
CREATE CONSTRAINT TRIGGER external_entry_changed AFTER INSERT OR UPDATE OR DELETE ON external_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_external_change();
