-- Items of every kind, and their versions. Belongs to the registry module.

-- Search in lists is by substrings.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE item (
  id uuid PRIMARY KEY,
  -- Which kinds there are is said in the contract, and nowhere else.
  kind text NOT NULL,
  namespace text NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  -- Who submitted it; null once that account is gone.
  owner_id uuid REFERENCES user_account (id) ON DELETE SET NULL,
  owner text NOT NULL,
  team_id uuid REFERENCES team (id),
  visibility text NOT NULL CHECK (visibility IN ('public', 'team', 'owner')),
  -- Who may see it, as one value that indexes can use: everybody (the nil UUID), the members of a team, its owner, or,
  -- once the owner is gone, nobody.
  audience uuid NOT NULL GENERATED ALWAYS AS (
    CASE visibility
      WHEN 'public' THEN '00000000-0000-0000-0000-000000000000'::uuid
      WHEN 'team' THEN team_id
      ELSE COALESCE(owner_id, id)
    END
  ) STORED,
  -- What belongs to the item and not to a version.
  fields jsonb NOT NULL DEFAULT '{}',

  -- What lists and details show is kept here, so that a page is one look at one table: the highest approved version that
  -- is not yanked (stable before pre-release), or the newest version of an item that has none.
  shown_version_id uuid,
  version text NOT NULL,
  description text NOT NULL,
  supported_harnesses text[] NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'pending', 'approved', 'rejected')),
  rejection_reason text,
  -- Whether that version is approved and not yanked: what nobody can install is for its owners and reviewers only.
  is_released boolean NOT NULL,
  summary jsonb NOT NULL,
  -- What lists filter by: 'category:databases'.
  facets text[] NOT NULL,
  -- Lower-case name and texts, for the search; two-letter words have no trigram, so those that occur are listed.
  search_name text NOT NULL,
  search_text text NOT NULL,
  short_words text[] NOT NULL,

  is_archived boolean NOT NULL DEFAULT false,
  edited_by uuid,
  edited_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Deleted for ever. The row stays: its versions are never bound to other bytes, and those who saw it are told so.
  deleted_at timestamptz,
  is_listed boolean NOT NULL GENERATED ALWAYS AS (is_released AND NOT is_archived AND deleted_at IS NULL) STORED,
  CHECK (visibility <> 'team' OR team_id IS NOT NULL)
) WITH (fillfactor = 85);

CREATE UNIQUE INDEX item_identity ON item (kind, namespace, slug) WHERE deleted_at IS NULL;
CREATE INDEX item_slug_of_kind ON item (kind, slug) WHERE deleted_at IS NULL;
CREATE INDEX item_name_of_kind ON item (kind, name) WHERE deleted_at IS NULL;
-- Of all, deleted or not: when an account goes, its items are found by this too.
CREATE INDEX item_owner ON item (owner_id, kind, created_at DESC);
CREATE INDEX item_team ON item (team_id);
-- A page for someone is the first rows of each audience that they belong to; for an admin, of all.
CREATE INDEX item_newest_of_audience ON item (kind, audience, updated_at DESC, id DESC) WHERE is_listed;
CREATE INDEX item_newest ON item (kind, updated_at DESC, id DESC) WHERE is_listed;
CREATE INDEX item_named_of_audience ON item (kind, audience, search_name, id) WHERE is_listed;
CREATE INDEX item_named ON item (kind, search_name, id) WHERE is_listed;
-- Without pending lists, which make an index look costly until a VACUUM.
CREATE INDEX item_facets ON item USING gin (facets) WITH (fastupdate = off) WHERE is_listed;
CREATE INDEX item_search ON item USING gin (search_text gin_trgm_ops) WITH (fastupdate = off) WHERE is_listed;
CREATE INDEX item_short_words ON item USING gin (short_words) WITH (fastupdate = off) WHERE is_listed;

-- How many there are to list, so that a total does not cost a count: of each audience, all (facet '') and by facet.
CREATE TABLE item_count (
  kind text NOT NULL,
  audience uuid NOT NULL,
  facet text NOT NULL,
  listed bigint NOT NULL,
  PRIMARY KEY (kind, facet, audience)
);

CREATE FUNCTION count_listed_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_count (kind, audience, facet, listed)
  SELECT NEW.kind, NEW.audience, facet, 1 FROM unnest(array_append(NEW.facets, '')) AS facet
  GROUP BY facet ORDER BY facet
  ON CONFLICT (kind, facet, audience) DO UPDATE SET listed = item_count.listed + 1;
  RETURN NULL;
END $$;

CREATE FUNCTION recount_listed_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In one statement and one order, so that two changes at once cannot wait for each other.
  INSERT INTO item_count (kind, audience, facet, listed)
  SELECT kind, audience, facet, sum(change) FROM (
    SELECT DISTINCT OLD.kind, OLD.audience, facet, -1 FROM unnest(array_append(OLD.facets, '')) AS facet WHERE OLD.is_listed
    UNION ALL
    SELECT DISTINCT NEW.kind, NEW.audience, facet, 1 FROM unnest(array_append(NEW.facets, '')) AS facet WHERE NEW.is_listed
  ) AS changes (kind, audience, facet, change)
  GROUP BY kind, audience, facet HAVING sum(change) <> 0 ORDER BY kind, facet, audience
  ON CONFLICT (kind, facet, audience) DO UPDATE SET listed = item_count.listed + EXCLUDED.listed;
  RETURN NULL;
END $$;

CREATE TRIGGER item_counted AFTER INSERT ON item FOR EACH ROW WHEN (NEW.is_listed)
  EXECUTE FUNCTION count_listed_item();
CREATE TRIGGER item_recounted AFTER UPDATE ON item FOR EACH ROW
  WHEN (OLD.is_listed IS DISTINCT FROM NEW.is_listed OR OLD.audience IS DISTINCT FROM NEW.audience
    OR OLD.facets IS DISTINCT FROM NEW.facets)
  EXECUTE FUNCTION recount_listed_item();

-- Every name that an item has or had. A former name keeps leading to its item; that of a deleted item is free again for
-- its namespace, but not its version numbers.
CREATE TABLE item_name (
  kind text NOT NULL,
  namespace text NOT NULL,
  slug text NOT NULL,
  item_id uuid NOT NULL REFERENCES item (id),
  is_live boolean NOT NULL DEFAULT true,
  PRIMARY KEY (kind, namespace, slug, item_id)
);
CREATE UNIQUE INDEX item_name_live ON item_name (kind, namespace, slug) WHERE is_live;
CREATE INDEX item_name_item ON item_name (item_id);
CREATE INDEX item_name_slug ON item_name (kind, slug) WHERE is_live;

CREATE TABLE co_author (
  item_id uuid NOT NULL REFERENCES item (id),
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (item_id, user_id)
);
CREATE INDEX co_author_user ON co_author (user_id);

CREATE TABLE item_version (
  id uuid PRIMARY KEY,
  item_id uuid NOT NULL REFERENCES item (id),
  version text NOT NULL,
  -- Sorts, byte by byte, as semantic versions do.
  precedence text COLLATE "C" NOT NULL,
  is_stable boolean NOT NULL,
  description text NOT NULL,
  changelog text,
  supported_harnesses text[] NOT NULL,
  -- The kind's own fields, under the names of a submission.
  fields jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'pending', 'approved', 'rejected')),
  rejection_reason text,
  risk_signals jsonb NOT NULL DEFAULT '[]',
  -- Of the canonical bytes; fixed, like everything but the marks below, when the version is approved.
  digest text NOT NULL,
  deprecated text,
  yanked boolean NOT NULL DEFAULT false,
  yank_reason text,
  created_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  reviewed_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  -- When it was approved for the first time: from then on it is never bound to other bytes.
  released_at timestamptz,
  released_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (item_id, version)
);
CREATE INDEX item_version_order ON item_version (item_id, is_stable DESC, precedence DESC);
CREATE INDEX item_version_pending ON item_version (created_at DESC, id) WHERE status = 'pending';
CREATE INDEX item_version_author ON item_version (created_by);
CREATE INDEX item_version_reviewer ON item_version (reviewed_by);
CREATE INDEX item_version_releaser ON item_version (released_by);

-- The canonical bytes, apart from the rows that lists and details read.
CREATE TABLE item_artifact (
  version_id uuid PRIMARY KEY REFERENCES item_version (id),
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  -- The signed release statement, made when the version is approved.
  attestation text,
  -- An agent's lock document, as it was when the version was approved.
  lock jsonb
);

-- What an agent's version is made of, each pinned to one version.
CREATE TABLE agent_component (
  version_id uuid NOT NULL REFERENCES item_version (id),
  position integer NOT NULL,
  kind text NOT NULL,
  component_id uuid NOT NULL REFERENCES item (id),
  component_version_id uuid NOT NULL REFERENCES item_version (id),
  -- What the bytes were when it was pinned.
  digest text NOT NULL,
  -- The version that the author asked for; without one, the latest was taken.
  requested_version text,
  config_override jsonb,
  PRIMARY KEY (version_id, position)
);
CREATE INDEX agent_component_of ON agent_component (component_id);
CREATE INDEX agent_component_version ON agent_component (component_version_id);

-- Installs. Apart from the rows that they count for, which would otherwise be rewritten by each.
CREATE TABLE item_download (
  item_id uuid PRIMARY KEY REFERENCES item (id),
  downloads bigint NOT NULL
) WITH (fillfactor = 70);
CREATE TABLE version_download (
  version_id uuid PRIMARY KEY REFERENCES item_version (id),
  downloads bigint NOT NULL
) WITH (fillfactor = 70);

-- Install events on their way to the analytical store, which counts each id once.
CREATE TABLE install_outbox (
  event_id uuid PRIMARY KEY,
  event jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX install_outbox_order ON install_outbox (created_at, event_id);

-- Asked before a review, when a second reviewer is wanted: is there one at all?
CREATE INDEX user_account_reviewers ON user_account (id)
  WHERE is_active AND role IN ('reviewer', 'admin', 'super_admin');
