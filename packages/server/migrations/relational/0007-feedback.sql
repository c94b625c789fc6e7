-- What people think of items. Belongs to the feedback module, but for item_rating.
CREATE TABLE feedback (
  id uuid PRIMARY KEY,
  item_id uuid NOT NULL REFERENCES item (id),
  kind text NOT NULL,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  comment text,
  anonymous boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, item_id)
);
CREATE INDEX feedback_of_item ON feedback (item_id, created_at DESC, id DESC);
CREATE INDEX feedback_of_user ON feedback (user_id, created_at DESC, id DESC);

-- The sums, so that an average does not cost a scan. Belongs to the registry module, which shows it; written below.
CREATE TABLE item_rating (
  item_id uuid PRIMARY KEY REFERENCES item (id),
  ratings bigint NOT NULL,
  stars bigint NOT NULL
) WITH (fillfactor = 70);

-- Once per statement and in one order: the ratings of a deleted user leave all at once, and two such statements must not
-- wait for each other.
CREATE FUNCTION add_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_rating (item_id, ratings, stars)
  SELECT item_id, count(*), sum(rating) FROM added GROUP BY item_id ORDER BY item_id
  ON CONFLICT (item_id) DO UPDATE
    SET ratings = item_rating.ratings + EXCLUDED.ratings, stars = item_rating.stars + EXCLUDED.stars;
  RETURN NULL;
END $$;

CREATE FUNCTION change_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_rating (item_id, ratings, stars)
  SELECT added.item_id, 0, sum(added.rating - gone.rating) FROM added JOIN gone ON gone.id = added.id
  GROUP BY added.item_id HAVING sum(added.rating - gone.rating) <> 0 ORDER BY added.item_id
  ON CONFLICT (item_id) DO UPDATE SET stars = item_rating.stars + EXCLUDED.stars;
  RETURN NULL;
END $$;

CREATE FUNCTION remove_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_rating (item_id, ratings, stars)
  SELECT item_id, -count(*), -sum(rating) FROM gone GROUP BY item_id ORDER BY item_id
  ON CONFLICT (item_id) DO UPDATE
    SET ratings = item_rating.ratings + EXCLUDED.ratings, stars = item_rating.stars + EXCLUDED.stars;
  RETURN NULL;
END $$;

CREATE TRIGGER ratings_added AFTER INSERT ON feedback REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_ratings();
CREATE TRIGGER ratings_changed AFTER UPDATE ON feedback REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION change_ratings();
CREATE TRIGGER ratings_removed AFTER DELETE ON feedback REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION remove_ratings();
