-- One list over all kinds, sorted by installs and ratings, with counts by facet. Belongs to the registry module.

-- One narrow row for each listed item. Its columns have the names that they have in `item`, so that one predicate decides
-- who sees a row of either. Figures are kept here and not in `item`, whose wide rows every install would rewrite.
CREATE TABLE item_listing (
  id uuid PRIMARY KEY REFERENCES item (id),
  kind text NOT NULL,
  audience uuid NOT NULL,
  visibility text NOT NULL,
  namespace text NOT NULL,
  team_id uuid,
  facets text[] NOT NULL,
  updated_at timestamptz NOT NULL,
  downloads bigint NOT NULL,
  rating numeric NOT NULL,
  ratings bigint NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX item_listing_installed_of_audience ON item_listing (kind, audience, downloads DESC, updated_at DESC, id DESC);
CREATE INDEX item_listing_installed ON item_listing (kind, downloads DESC, updated_at DESC, id DESC);
CREATE INDEX item_listing_rated_of_audience
  ON item_listing (kind, audience, rating DESC, ratings DESC, updated_at DESC, id DESC);
CREATE INDEX item_listing_rated ON item_listing (kind, rating DESC, ratings DESC, updated_at DESC, id DESC);
CREATE INDEX item_listing_facets ON item_listing USING gin (facets) WITH (fastupdate = off);
CREATE INDEX item_listing_namespace ON item_listing (namespace);
CREATE INDEX item_listing_team ON item_listing (team_id);

CREATE FUNCTION keep_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.is_listed THEN
    DELETE FROM item_listing WHERE id = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO item_listing
  SELECT NEW.id, NEW.kind, NEW.audience, NEW.visibility, NEW.namespace, NEW.team_id, NEW.facets, NEW.updated_at,
    coalesce((SELECT downloads FROM item_download WHERE item_id = NEW.id), 0),
    coalesce((SELECT average FROM item_rating WHERE item_id = NEW.id), 0),
    coalesce((SELECT ratings FROM item_rating WHERE item_id = NEW.id), 0)
  ON CONFLICT (id) DO UPDATE SET audience = EXCLUDED.audience, visibility = EXCLUDED.visibility,
    namespace = EXCLUDED.namespace, team_id = EXCLUDED.team_id, facets = EXCLUDED.facets, updated_at = EXCLUDED.updated_at;
  RETURN NULL;
END $$;
CREATE TRIGGER item_listing_added AFTER INSERT ON item FOR EACH ROW WHEN (NEW.is_listed) EXECUTE FUNCTION keep_listing();
CREATE TRIGGER item_listing_changed AFTER UPDATE ON item FOR EACH ROW
  WHEN ((OLD.is_listed, OLD.audience, OLD.visibility, OLD.namespace, OLD.team_id, OLD.facets, OLD.updated_at)
    IS DISTINCT FROM (NEW.is_listed, NEW.audience, NEW.visibility, NEW.namespace, NEW.team_id, NEW.facets, NEW.updated_at))
  EXECUTE FUNCTION keep_listing();

-- The whole figure and not a step, so that a row that was missed once is right again after the next change.
CREATE FUNCTION keep_listed_downloads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE item_listing SET downloads = NEW.downloads WHERE id = NEW.item_id;
  RETURN NULL;
END $$;
CREATE TRIGGER item_listing_installed AFTER INSERT OR UPDATE ON item_download FOR EACH ROW
  EXECUTE FUNCTION keep_listed_downloads();

CREATE FUNCTION keep_listed_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE item_listing SET rating = NEW.average, ratings = NEW.ratings WHERE id = NEW.item_id;
  RETURN NULL;
END $$;
CREATE TRIGGER item_listing_rated AFTER INSERT OR UPDATE ON item_rating FOR EACH ROW
  EXECUTE FUNCTION keep_listed_rating();

INSERT INTO item_listing
SELECT item.id, item.kind, item.audience, item.visibility, item.namespace, item.team_id, item.facets, item.updated_at,
  coalesce(item_download.downloads, 0), coalesce(item_rating.average, 0), coalesce(item_rating.ratings, 0)
FROM item LEFT JOIN item_download ON item_download.item_id = item.id LEFT JOIN item_rating ON item_rating.item_id = item.id
WHERE item.is_listed
ON CONFLICT (id) DO NOTHING;

-- Installs by day (UTC) of the last weeks, for lists; metrics read the events themselves. Each install drops what is older.
CREATE TABLE item_install_day (
  item_id uuid NOT NULL REFERENCES item (id),
  day date NOT NULL,
  installs bigint NOT NULL,
  PRIMARY KEY (item_id, day)
) WITH (fillfactor = 70);

-- When the last decision was made; until now only the first approval had a time.
ALTER TABLE item_version ADD COLUMN reviewed_at timestamptz;
UPDATE item_version SET reviewed_at = released_at WHERE reviewed_by IS NOT NULL AND released_at IS NOT NULL;

-- How risky the shown version is, as one of the facets that lists filter and count by. Last, because the update leaves
-- deferred triggers behind, with which a table cannot be altered.
UPDATE item SET facets = array_append(facets, 'risk:' || CASE
    WHEN shown.risk_signals @> '[{"severity": "high"}]' THEN 'high'
    WHEN shown.risk_signals @> '[{"severity": "medium"}]' THEN 'medium'
    WHEN shown.risk_signals @> '[{"severity": "low"}]' THEN 'low'
    ELSE 'none'
  END)
FROM item_version AS shown WHERE shown.id = item.shown_version_id;
