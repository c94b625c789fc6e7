/**
 * Three items of four are MCP servers, the others agents; of ten, one is its owner's and one its team's; of a
 * hundred, one waits for its review. Each has an approved or pending version, and a draft.
 */
export const REGISTRY_SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  CREATE FUNCTION pg_temp.kind(n int) RETURNS text LANGUAGE sql AS $$ SELECT CASE WHEN n % 4 = 0 THEN 'agent' ELSE 'mcp' END $$;
  CREATE FUNCTION pg_temp.status(n int) RETURNS text LANGUAGE sql AS
    $$ SELECT CASE WHEN n % 101 = 0 THEN 'pending' ELSE 'approved' END $$;
  INSERT INTO user_account (id, email, username, name, role, auth_provider)
  SELECT pg_temp.id(n), 'user' || n || '@example.com', 'user' || n, 'User ' || n, 'user', 'local'
  FROM generate_series(1, 500) n;
  INSERT INTO team (id, name, handle, description, visibility)
  SELECT pg_temp.id(n), 'Team ' || n, 'team' || n, '', 'public' FROM generate_series(1, 500) n;
  INSERT INTO team_member (team_id, user_id, role) SELECT pg_temp.id(n), pg_temp.id(n), 'owner' FROM generate_series(1, 500) n;
  INSERT INTO item (id, kind, namespace, slug, name, owner_id, owner, team_id, visibility, shown_version_id, version, description,
    supported_harnesses, status, is_released, summary, facets, search_name, created_at, updated_at)
  SELECT pg_temp.id(n), pg_temp.kind(n), 'user' || n % 500 + 1, 'item-' || n, 'Item ' || n, pg_temp.id(n % 500 + 1), 'Owner',
    CASE WHEN n % 10 = 1 THEN pg_temp.id(n % 500 + 1) END, CASE n % 10 WHEN 0 THEN 'owner' WHEN 1 THEN 'team' ELSE 'public' END,
    pg_temp.id(n), '1.0.0', 'Does something', '{}', pg_temp.status(n), n % 101 <> 0, '{}', ARRAY['category:' || n % 20],
    'item ' || n, now() - n * interval '1 minute', now() - n * interval '1 minute'
  FROM generate_series(1, 2000) n;
  INSERT INTO item_name (kind, namespace, slug, item_id, is_live)
  SELECT kind, namespace, slug, id, true FROM item UNION ALL SELECT kind, namespace, 'former-' || slug, id, true FROM item;
  INSERT INTO co_author (item_id, user_id) SELECT pg_temp.id(n), pg_temp.id(n + 2) FROM generate_series(1, 498) n;
  INSERT INTO item_version (id, item_id, version, precedence, is_stable, namespace, slug, name, description, supported_harnesses,
    fields, status, digest, created_by, created_at)
  SELECT pg_temp.id(n), pg_temp.id(n), '1.0.0', '1', true, 'user' || n % 500 + 1, 'item-' || n, 'Item ' || n, '', '{}'::text[],
    '{}'::jsonb, 'pending', 'sha256:' || n, pg_temp.id(n % 500 + 1), now() - n * interval '1 minute'
  FROM generate_series(1, 2000) n
  UNION ALL
  SELECT pg_temp.id(n + 10000), pg_temp.id(n), '2.0.0', '2', true, 'user' || n % 500 + 1, 'item-' || n, 'Item ' || n, '', '{}',
    '{}', 'draft', 'sha256:2' || n, pg_temp.id(n % 500 + 1), now() - n * interval '1 minute'
  FROM generate_series(1, 2000) n;
  INSERT INTO item_artifact (version_id, media_type, bytes) SELECT id, 'text/plain', '\\x00' FROM item_version;
  INSERT INTO agent_component (version_id, position, kind, component_id, component_version_id, digest)
  SELECT pg_temp.id(n * 4), 0, 'mcp', pg_temp.id(n * 4 - 1), pg_temp.id(n * 4 - 1), 'sha256:1' FROM generate_series(1, 500) n;
  UPDATE item_version SET status = 'approved', released_at = now(), released_by = created_by FROM item
  WHERE item.id = item_id AND is_released AND item_version.version = '1.0.0';
  INSERT INTO version_reading (reviewer_id, version_id, item_id, fingerprint, read_at)
  SELECT pg_temp.id(n % 500 + 1), pg_temp.id(n), pg_temp.id(n), 'sha256:' || n, now() - n * interval '1 minute'
  FROM generate_series(1, 2000) n;
  INSERT INTO item_transfer (item_id, from_user_id, to_user_id)
  SELECT pg_temp.id(n), pg_temp.id(n % 500 + 1), pg_temp.id((n + 7) % 500 + 1) FROM generate_series(1, 2000) n;
  INSERT INTO item_download (item_id, downloads) SELECT id, 1 FROM item;
  INSERT INTO item_install_day (item_id, day, installs) SELECT id, '2026-01-01', 1 FROM item;
  INSERT INTO version_download (version_id, downloads) SELECT id, 1 FROM item_version;
  INSERT INTO install_outbox (event_id, event, created_at)
  SELECT pg_temp.id(n), '{}', now() - n * interval '1 second' FROM generate_series(1, 2000) n;
  INSERT INTO installed_item (user_id, item_id, version_id, harness, installed_at)
  SELECT pg_temp.id(n % 500 + 1), pg_temp.id(n), pg_temp.id(n), 'codex', now() FROM generate_series(1, 2000) n`;
