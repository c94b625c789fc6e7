-- Git sync: a push or a release becomes a version of an MCP server. Belongs to the git-sync module.

CREATE TABLE mcp_sync (
  -- Part of the webhook's address. Turning sync off and on again makes a new one.
  id uuid PRIMARY KEY,
  item_id uuid NOT NULL UNIQUE REFERENCES item (id) ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('host_a', 'host_b')),
  -- The provider that an owner chose; null: it was found by the name of the host.
  repository_host text CHECK (repository_host = provider),
  -- Sealed.
  secret bytea NOT NULL,
  sync_on_push boolean NOT NULL,
  sync_on_release boolean NOT NULL,
  -- Null: the default branch of the repository.
  branch text,
  -- Who publishes the versions: the user who changed the sync last.
  publisher_id uuid REFERENCES user_account (id) ON DELETE SET NULL,
  last_delivery_at timestamptz,
  last_event text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (sync_on_push OR sync_on_release)
);
CREATE INDEX mcp_sync_publisher ON mcp_sync (publisher_id);

CREATE TABLE mcp_sync_run (
  id uuid PRIMARY KEY,
  item_id uuid NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  -- Not a reference: what a sync has done stays in the history when it is turned off.
  sync_id uuid NOT NULL,
  trigger text NOT NULL CHECK (trigger IN ('push', 'release', 'manual')),
  -- The branch or the tag; null: the default branch.
  ref text,
  -- What the delivery says about the change, and about which commit it says so.
  notes text,
  notes_sha text,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'syncing', 'success', 'skipped', 'failed')),
  error text,
  attempt integer NOT NULL DEFAULT 0,
  queued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Until then nobody else syncs this listing.
  leased_until timestamptz,
  -- When the fetch began that the outcome is about.
  fetched_at timestamptz,
  finished_at timestamptz,
  sha text,
  version text,
  CHECK ((status IN ('success', 'skipped', 'failed')) = (finished_at IS NOT NULL)),
  CHECK (status <> 'success' OR (sha IS NOT NULL AND version IS NOT NULL))
);
CREATE INDEX mcp_sync_run_history ON mcp_sync_run (item_id, queued_at DESC);
CREATE INDEX mcp_sync_run_unfinished ON mcp_sync_run (item_id) WHERE finished_at IS NULL;

-- A deleted listing takes no more deliveries, whatever deleted it.
CREATE FUNCTION end_sync() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM mcp_sync WHERE item_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER item_deleted_ends_sync AFTER UPDATE OF deleted_at ON item FOR EACH ROW
  WHEN (NEW.deleted_at IS NOT NULL AND NEW.kind = 'mcp') EXECUTE FUNCTION end_sync();

-- What the analysis of its repository found out about a version. It is not part of what is released.
ALTER TABLE item_version ADD COLUMN validation_results jsonb NOT NULL DEFAULT '[]';
