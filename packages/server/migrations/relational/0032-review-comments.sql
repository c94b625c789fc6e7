-- A version for which a reviewer has requested changes: still pending, but it waits for its authors. Belongs to the registry
-- module, which clears it when they submit.
ALTER TABLE item_version ADD COLUMN changes_requested_at timestamptz;

-- Comments on submissions, and requests for changes. Belongs to the review module.
CREATE TABLE review_comment (
  id uuid PRIMARY KEY,
  item_id uuid NOT NULL REFERENCES item (id),
  version_id uuid NOT NULL REFERENCES item_version (id),
  kind text NOT NULL CHECK (kind IN ('comment', 'changes_requested')),
  -- The first comment of its thread. A thread goes as a whole only with its item.
  reply_to uuid REFERENCES review_comment (id),
  -- What it was written about; the version may have another number and other content by now.
  version text NOT NULL,
  digest text NOT NULL,
  file text,
  line integer CHECK (line > 0),
  line_text text,
  text text NOT NULL,
  -- Null once the account is gone.
  author_id uuid REFERENCES user_account (id) ON DELETE SET NULL,
  resolved_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  resolved_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (line IS NULL OR file IS NOT NULL)
);
CREATE INDEX review_comment_newest ON review_comment (item_id, created_at DESC, id DESC);
CREATE INDEX review_comment_of_version ON review_comment (version_id, author_id);
CREATE INDEX review_comment_replies ON review_comment (reply_to) WHERE reply_to IS NOT NULL;
CREATE INDEX review_comment_author ON review_comment (author_id);
CREATE INDEX review_comment_resolver ON review_comment (resolved_by) WHERE resolved_by IS NOT NULL;

-- Items are only marked as deleted, which no foreign key sees. What was said quotes content that is gone.
CREATE FUNCTION end_review_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM review_comment WHERE item_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER item_deleted_ends_review_comments AFTER UPDATE OF deleted_at ON item FOR EACH ROW
  WHEN (NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION end_review_comments();
