-- The digest that an entry belongs to, since before it is sent: one that is repeated has the same ID and the same entries. Belongs
-- to the inbox module.
ALTER TABLE inbox_entry ADD COLUMN digest_id uuid;
CREATE INDEX inbox_entry_of_digest ON inbox_entry (digest_id, user_id, created_at DESC, id DESC)
  WHERE digest_id IS NOT NULL AND digested_at IS NULL;
DROP INDEX inbox_entry_undigested;
CREATE INDEX inbox_entry_undigested ON inbox_entry (user_id, created_at DESC, id DESC)
  WHERE read_at IS NULL AND digested_at IS NULL AND digest_id IS NULL;
