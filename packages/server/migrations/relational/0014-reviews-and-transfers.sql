-- What each reviewer was shown last of a version that waits, so that approving publishes what was read. Belongs to the
-- registry module, as does the next table.
CREATE TABLE version_reading (
  reviewer_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  version_id uuid NOT NULL REFERENCES item_version (id),
  item_id uuid NOT NULL REFERENCES item (id),
  -- Of everything that was shown, names and visibility included: the version's digest is over its bytes only.
  fingerprint text NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (reviewer_id, version_id)
);
CREATE INDEX version_reading_item ON version_reading (item_id, reviewer_id);
CREATE INDEX version_reading_version ON version_reading (version_id);

-- Items that someone is about to own, if they accept.
CREATE TABLE item_transfer (
  item_id uuid PRIMARY KEY REFERENCES item (id),
  from_user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  to_user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX item_transfer_to ON item_transfer (to_user_id, created_at DESC);
CREATE INDEX item_transfer_from ON item_transfer (from_user_id, created_at DESC);

-- Whoever else becomes the owner meanwhile has offered nothing, and a deleted item is nobody's to give.
CREATE FUNCTION end_item_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM item_transfer WHERE item_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER item_transfer_ended AFTER UPDATE OF owner_id, deleted_at ON item FOR EACH ROW
  WHEN (OLD.owner_id IS DISTINCT FROM NEW.owner_id OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION end_item_transfer();
