-- Imports of items from a repository or a folder. Belongs to the registry module.
--
-- A batch is what one user imported from one commit to one place: a run that was interrupted and started again adds to the same
-- batch, so that reviewers see one group.
CREATE TABLE import_batch (
  id uuid PRIMARY KEY,
  -- Null once the account is gone.
  user_id uuid REFERENCES user_account (id) ON DELETE SET NULL,
  repository text NOT NULL,
  -- '' for a folder that is not in a git repository.
  commit_sha text NOT NULL,
  team_id uuid REFERENCES team (id) ON DELETE CASCADE,
  visibility text NOT NULL,
  tags text[] NOT NULL,
  only_these text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  imported_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX import_batch_once ON import_batch
  (user_id, repository, commit_sha, coalesce(team_id, '00000000-0000-0000-0000-000000000000'));
CREATE INDEX import_batch_team ON import_batch (team_id) WHERE team_id IS NOT NULL;

-- Where a version was imported from.
CREATE TABLE version_source (
  version_id uuid PRIMARY KEY REFERENCES item_version (id) ON DELETE CASCADE,
  item_id uuid NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  batch_id uuid NOT NULL REFERENCES import_batch (id) ON DELETE CASCADE,
  path text NOT NULL,
  -- Of what was imported, not of the version that was made of it.
  digest text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX version_source_newest ON version_source (item_id, created_at DESC);
CREATE INDEX version_source_batch ON version_source (batch_id);
