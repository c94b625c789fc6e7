-- What discovery needs of items. Belongs to the registry module, but for entry_vector.

-- What the version that is shown says of itself to those who look for something, as entries and the search tell it.
-- Null only for rows of earlier releases, until the server has filled it in.
ALTER TABLE item ADD COLUMN entry jsonb;
CREATE INDEX item_without_entry ON item (id) WHERE entry IS NULL AND deleted_at IS NULL;

-- Discovery also finds what lists do not show: drafts, and what waits for its review, for those who may see it.
DROP TRIGGER item_added ON item;
DROP TRIGGER item_changed ON item;
DROP FUNCTION note_item_change();

CREATE FUNCTION note_item_changes(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Held until the commit, so that revisions become visible in order. Any constant will do that nothing else locks.
  PERFORM pg_advisory_xact_lock(7262442);
  INSERT INTO item_change (item_id, revision) SELECT id, nextval('item_revision') FROM unnest(ids) AS id
  ON CONFLICT (item_id) DO UPDATE SET revision = EXCLUDED.revision;
END $$;

CREATE FUNCTION note_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_item_changes(ARRAY[NEW.id]);
  RETURN NULL;
END $$;

-- The entry of an agent names those of its components that everyone sees who sees the agent.
CREATE FUNCTION note_component() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_item_changes(ARRAY(
    SELECT agent.id FROM agent_component JOIN item AS agent ON agent.shown_version_id = agent_component.version_id
    WHERE agent_component.component_id = NEW.id ORDER BY agent.id));
  RETURN NULL;
END $$;
CREATE INDEX item_shown_version ON item (shown_version_id);

-- At the end of the transaction: whoever waits for the lock then waits for nothing but commits.
CREATE CONSTRAINT TRIGGER item_added AFTER INSERT ON item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION note_item();
CREATE CONSTRAINT TRIGGER item_changed AFTER UPDATE ON item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((
    OLD.is_listed, OLD.is_archived, OLD.is_released, OLD.status, OLD.deleted_at, OLD.shown_version_id, OLD.audience,
    OLD.visibility, OLD.owner_id, OLD.namespace, OLD.slug, OLD.team_id, OLD.facets, OLD.supported_harnesses, OLD.search_name,
    OLD.search_text, OLD.name, OLD.entry, OLD.updated_at
  ) IS DISTINCT FROM (
    NEW.is_listed, NEW.is_archived, NEW.is_released, NEW.status, NEW.deleted_at, NEW.shown_version_id, NEW.audience,
    NEW.visibility, NEW.owner_id, NEW.namespace, NEW.slug, NEW.team_id, NEW.facets, NEW.supported_harnesses, NEW.search_name,
    NEW.search_text, NEW.name, NEW.entry, NEW.updated_at
  )) EXECUTE FUNCTION note_item();
CREATE CONSTRAINT TRIGGER component_changed AFTER UPDATE ON item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.audience, OLD.slug, OLD.deleted_at, OLD.is_released) IS DISTINCT FROM
    (NEW.audience, NEW.slug, NEW.deleted_at, NEW.is_released)) EXECUTE FUNCTION note_component();

-- Whether people recommend an item is part of its entry, and of its place in a search.
CREATE FUNCTION is_recommended(ratings bigint, stars bigint) RETURNS boolean LANGUAGE sql IMMUTABLE AS
  'SELECT ratings >= 3 AND stars >= 4 * ratings';
CREATE FUNCTION note_rated_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_item_changes(ARRAY[NEW.item_id]);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER item_rated_first AFTER INSERT ON item_rating DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (is_recommended(NEW.ratings, NEW.stars)) EXECUTE FUNCTION note_rated_item();
CREATE CONSTRAINT TRIGGER item_rated AFTER UPDATE ON item_rating DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (is_recommended(OLD.ratings, OLD.stars) IS DISTINCT FROM is_recommended(NEW.ratings, NEW.stars))
  EXECUTE FUNCTION note_rated_item();

INSERT INTO item_change (item_id, revision) SELECT id, nextval('item_revision') FROM item
ON CONFLICT (item_id) DO NOTHING;

-- The manifest lists what everyone may see, by name.
CREATE INDEX item_public_by_name ON item (search_name, id)
  WHERE is_listed AND audience = '00000000-0000-0000-0000-000000000000';

-- The vectors of what an entry says, by which it is found by meaning. They cost far more to make than to keep. Belongs to
-- the discovery module.
CREATE TABLE entry_vector (
  -- The id of an item, or the identifier of an entry of another publisher.
  entry_key text PRIMARY KEY,
  -- Of what made them: vectors of different models are not compared.
  model text NOT NULL,
  -- Of the texts that they stand for.
  digest text NOT NULL,
  vectors bytea NOT NULL
);
