-- Git repositories that are made from catalogues. The packs of their commits are kept here, so that every replica serves the same
-- and none depends on its disk. Belongs to the marketplace module.

CREATE TABLE marketplace_repository (
  -- Whose catalogue it shows (public, feed:<id>, user:<id>), or whose version: extension:<item>.
  key text PRIMARY KEY,
  feed_id uuid REFERENCES feed (id) ON DELETE CASCADE,
  user_id uuid REFERENCES user_account (id) ON DELETE CASCADE,
  item_id uuid REFERENCES item (id) ON DELETE CASCADE,
  -- Changes when the history begins anew, because something in it may not be seen any more.
  generation uuid NOT NULL,
  head text NOT NULL CHECK (head ~ '^[0-9a-f]{40}$'),
  -- The number of the last pack; packs before a repack are gone.
  pack_number integer NOT NULL,
  commits integer NOT NULL,
  committed_at timestamptz NOT NULL,
  -- Up to which change of the catalogue it was made, and by which rules.
  position text NOT NULL,
  stamp text NOT NULL,
  -- What the next commit must know that clients need not: agents left out, and items that only older commits show.
  left_out uuid[] NOT NULL,
  past_items uuid[] NOT NULL,
  past_parts uuid[] NOT NULL,
  used_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX marketplace_repository_used ON marketplace_repository (used_at);
CREATE INDEX marketplace_repository_feed ON marketplace_repository (feed_id) WHERE feed_id IS NOT NULL;
CREATE INDEX marketplace_repository_user ON marketplace_repository (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX marketplace_repository_item ON marketplace_repository (item_id) WHERE item_id IS NOT NULL;

-- What git fetches from one commit to the next, in pieces that fit into a row.
CREATE TABLE marketplace_pack (
  key text NOT NULL REFERENCES marketplace_repository (key) ON DELETE CASCADE,
  generation uuid NOT NULL,
  number integer NOT NULL,
  piece integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (key, generation, number, piece)
);
ALTER TABLE marketplace_pack ALTER COLUMN bytes SET STORAGE EXTERNAL;
