-- Feeds: secret addresses under which clients that cannot sign in read a part of the catalogue. Belongs to the feeds module,
-- but for the indexes of item.

CREATE TABLE feed (
  id uuid PRIMARY KEY,
  -- Its maker: a feed shows nothing that they may not see.
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  name text NOT NULL,
  content text NOT NULL CHECK (content IN ('public', 'team', 'items', 'visible')),
  team_id uuid REFERENCES team (id) ON DELETE CASCADE,
  items uuid[] NOT NULL DEFAULT '{}',
  prefix text NOT NULL,
  -- SHA-256 of the secret, which is random and long, so that nothing slower is needed.
  secret_hash bytea NOT NULL UNIQUE,
  -- The API keys that its secret was made with: it works only while all of them do.
  made_with uuid[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz,
  CHECK ((content = 'team') = (team_id IS NOT NULL)),
  CHECK (content = 'items' OR items = '{}')
);
CREATE INDEX feed_newest ON feed (created_at DESC, id DESC);
CREATE INDEX feed_of_user ON feed (user_id, created_at DESC, id DESC);
CREATE INDEX feed_of_team ON feed (team_id) WHERE team_id IS NOT NULL;

-- How often each surface was asked, and when last. Apart from the feed, which every request reads.
CREATE TABLE feed_use (
  feed_id uuid NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
  surface text NOT NULL,
  uses bigint NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (feed_id, surface)
) WITH (fillfactor = 70);

-- When a provider of single sign-on vouches for someone else's claim to an account, nothing that was made before goes on
-- working. The keys of the account are revoked there.
CREATE FUNCTION end_feeds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM feed WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER account_handed_over_ends_feeds AFTER UPDATE OF auth_provider ON user_account FOR EACH ROW
  WHEN (NEW.auth_provider IS DISTINCT FROM OLD.auth_provider) EXECUTE FUNCTION end_feeds();

-- Pages of a catalogue: by name within a team, and by last change, which also shows what was archived or deleted since.
CREATE INDEX item_named_of_team ON item (team_id, kind, search_name, id) WHERE is_listed;
CREATE INDEX item_changed_of_team ON item (team_id, kind, updated_at, id);
CREATE INDEX item_changed_of_audience ON item (kind, audience, updated_at, id);
CREATE INDEX item_changed ON item (kind, updated_at, id);
-- Clients of MCP registries search for substrings of names and descriptions.
CREATE INDEX item_catalogue_text ON item USING gin
  (lower(name || ' ' || namespace || '.' || slug || ' ' || description) gin_trgm_ops) WITH (fastupdate = off)
  WHERE is_listed;
