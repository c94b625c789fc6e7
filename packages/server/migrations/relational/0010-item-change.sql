-- Which items have changed since a process last looked: that is how each keeps its index of words. Belongs to the registry
-- module.
CREATE TABLE item_change (
  item_id uuid PRIMARY KEY,
  -- In the order in which the changes were committed: who has seen one has seen all before it.
  revision bigint NOT NULL UNIQUE
);
CREATE SEQUENCE item_revision;

CREATE FUNCTION note_item_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Held until the commit, so that revisions become visible in order. Any constant will do that nothing else locks.
  PERFORM pg_advisory_xact_lock(7262442);
  INSERT INTO item_change (item_id, revision) VALUES (NEW.id, nextval('item_revision'))
  ON CONFLICT (item_id) DO UPDATE SET revision = EXCLUDED.revision;
  RETURN NULL;
END $$;

-- At the end of the transaction: whoever waits for the lock then waits for nothing but commits.
CREATE CONSTRAINT TRIGGER item_added AFTER INSERT ON item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.is_listed) EXECUTE FUNCTION note_item_change();
CREATE CONSTRAINT TRIGGER item_changed AFTER UPDATE ON item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.is_listed OR NEW.is_listed) AND (
    OLD.is_listed, OLD.audience, OLD.visibility, OLD.namespace, OLD.team_id, OLD.facets, OLD.supported_harnesses,
    OLD.search_name, OLD.search_text, OLD.updated_at
  ) IS DISTINCT FROM (
    NEW.is_listed, NEW.audience, NEW.visibility, NEW.namespace, NEW.team_id, NEW.facets, NEW.supported_harnesses,
    NEW.search_name, NEW.search_text, NEW.updated_at
  )) EXECUTE FUNCTION note_item_change();

INSERT INTO item_change (item_id, revision) SELECT id, nextval('item_revision') FROM item WHERE is_listed;

-- Words are found by that index now.
DROP INDEX item_search;
DROP INDEX item_short_words;
ALTER TABLE item DROP COLUMN short_words;
