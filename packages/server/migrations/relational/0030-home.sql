-- What each user installed last of an item, so that they learn of newer versions. Belongs to the registry module. Installs
-- from before this migration are not in it: the analytical store counts those.
CREATE TABLE installed_item (
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  item_id uuid NOT NULL REFERENCES item (id),
  version_id uuid NOT NULL REFERENCES item_version (id) ON DELETE CASCADE,
  harness text NOT NULL,
  installed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, item_id)
);
CREATE INDEX installed_item_of_item ON installed_item (item_id);
CREATE INDEX installed_item_version ON installed_item (version_id);

-- What waits for an answer, or got one that asks its author to do something.
CREATE INDEX item_version_unanswered ON item_version (created_by, created_at DESC, id)
  WHERE status IN ('pending', 'rejected');
-- What someone released, newest first. It also serves the foreign key.
CREATE INDEX item_version_released ON item_version (released_by, released_at DESC, id);
DROP INDEX item_version_releaser;

-- Entries that a digest has reported are not reported by another. Belongs to the inbox module.
ALTER TABLE inbox_entry ADD COLUMN digested_at timestamptz;
CREATE INDEX inbox_entry_undigested ON inbox_entry (user_id, created_at DESC, id DESC)
  WHERE read_at IS NULL AND digested_at IS NULL;
