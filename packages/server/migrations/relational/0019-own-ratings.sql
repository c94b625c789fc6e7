-- What the authors of an item think of it themselves: its owner and co-authors, as they are now.
CREATE FUNCTION is_author(of_item uuid, who uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM item WHERE id = of_item AND owner_id = who)
    OR EXISTS (SELECT FROM co_author WHERE item_id = of_item AND user_id = who)
$$;

-- Written by the triggers below, so that a list of ratings and the sums agree on it.
ALTER TABLE feedback ADD COLUMN is_own boolean NOT NULL DEFAULT false;

-- The own ones are among `ratings` and `stars` too. What an average is of, and when people recommend an item, is said here
-- and nowhere else: authors count while nobody else has rated, and recommend nothing.
ALTER TABLE item_rating
  ADD COLUMN own_ratings bigint NOT NULL DEFAULT 0,
  ADD COLUMN own_stars bigint NOT NULL DEFAULT 0;
DROP TRIGGER item_rated_first ON item_rating;
DROP TRIGGER item_rated ON item_rating;
DROP FUNCTION is_recommended(bigint, bigint);
ALTER TABLE item_rating
  ADD COLUMN average numeric NOT NULL GENERATED ALWAYS AS (round(
    CASE
      WHEN ratings > own_ratings THEN (stars - own_stars)::numeric / (ratings - own_ratings)
      WHEN ratings > 0 THEN stars::numeric / ratings
      ELSE 0
    END, 2)) STORED,
  ADD COLUMN is_recommended boolean NOT NULL GENERATED ALWAYS AS (
    ratings - own_ratings >= 3 AND stars - own_stars >= 4 * (ratings - own_ratings)) STORED;
CREATE CONSTRAINT TRIGGER item_rated_first AFTER INSERT ON item_rating DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.is_recommended) EXECUTE FUNCTION note_rated_item();
CREATE CONSTRAINT TRIGGER item_rated AFTER UPDATE ON item_rating DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.is_recommended IS DISTINCT FROM NEW.is_recommended) EXECUTE FUNCTION note_rated_item();

CREATE OR REPLACE FUNCTION add_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_rating (item_id, ratings, stars, own_ratings, own_stars)
  SELECT item_id, count(*), sum(rating), count(*) FILTER (WHERE is_own), sum(CASE WHEN is_own THEN rating ELSE 0 END)
  FROM added GROUP BY item_id ORDER BY item_id
  ON CONFLICT (item_id) DO UPDATE SET ratings = item_rating.ratings + EXCLUDED.ratings,
    stars = item_rating.stars + EXCLUDED.stars, own_ratings = item_rating.own_ratings + EXCLUDED.own_ratings,
    own_stars = item_rating.own_stars + EXCLUDED.own_stars;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION change_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_rating (item_id, ratings, stars, own_ratings, own_stars)
  SELECT added.item_id, 0, sum(added.rating - gone.rating), sum(added.is_own::int - gone.is_own::int),
    sum(added.rating * added.is_own::int - gone.rating * gone.is_own::int)
  FROM added JOIN gone ON gone.id = added.id
  WHERE (added.rating, added.is_own) <> (gone.rating, gone.is_own)
  GROUP BY added.item_id ORDER BY added.item_id
  ON CONFLICT (item_id) DO UPDATE SET stars = item_rating.stars + EXCLUDED.stars,
    own_ratings = item_rating.own_ratings + EXCLUDED.own_ratings, own_stars = item_rating.own_stars + EXCLUDED.own_stars;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION remove_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_rating (item_id, ratings, stars, own_ratings, own_stars)
  SELECT item_id, -count(*), -sum(rating), -count(*) FILTER (WHERE is_own), -sum(CASE WHEN is_own THEN rating ELSE 0 END)
  FROM gone GROUP BY item_id ORDER BY item_id
  ON CONFLICT (item_id) DO UPDATE SET ratings = item_rating.ratings + EXCLUDED.ratings,
    stars = item_rating.stars + EXCLUDED.stars, own_ratings = item_rating.own_ratings + EXCLUDED.own_ratings,
    own_stars = item_rating.own_stars + EXCLUDED.own_stars;
  RETURN NULL;
END $$;

-- Whoever changes the authors of an item has locked it; a rating that is given meanwhile waits, and then sees them.
CREATE FUNCTION mark_own_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM item WHERE id = NEW.item_id FOR KEY SHARE;
  NEW.is_own := is_author(NEW.item_id, NEW.user_id);
  RETURN NEW;
END $$;
CREATE TRIGGER own_rating_marked BEFORE INSERT ON feedback FOR EACH ROW EXECUTE FUNCTION mark_own_rating();

-- The ratings of an account that is being deleted are left to that: they go in one statement and one order.
CREATE FUNCTION mark_ratings_of(of_item uuid, people uuid[]) RETURNS void LANGUAGE sql AS $$
  UPDATE feedback SET is_own = NOT is_own
  WHERE item_id = of_item AND user_id = ANY (people) AND is_own <> is_author(item_id, user_id)
    AND EXISTS (SELECT FROM user_account WHERE id = feedback.user_id)
$$;
CREATE FUNCTION mark_ratings_of_owners() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_ratings_of(NEW.id, ARRAY[OLD.owner_id, NEW.owner_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER own_ratings_of_owners AFTER UPDATE OF owner_id ON item FOR EACH ROW
  WHEN (OLD.owner_id IS DISTINCT FROM NEW.owner_id) EXECUTE FUNCTION mark_ratings_of_owners();
CREATE FUNCTION mark_ratings_of_co_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_ratings_of(coalesce(NEW.item_id, OLD.item_id), ARRAY[coalesce(NEW.user_id, OLD.user_id)]);
  RETURN NULL;
END $$;
CREATE TRIGGER own_rating_of_co_author AFTER INSERT OR DELETE ON co_author FOR EACH ROW
  EXECUTE FUNCTION mark_ratings_of_co_author();

UPDATE feedback SET is_own = true WHERE is_author(item_id, user_id);
