-- The law of released versions, kept by the database so that no use case can break it. Belongs to the registry module.
--
-- A version is released when `released_at` is set, by its first approval. From then on its content, digest, statements and
-- pins never change, whatever becomes of its status, its item or its item's name. Refusals have the SQLSTATE TK409: the
-- service answers them as a conflict, with the message given here.

-- The names that the version was composed with. Installs render these, and never the names of the item, which can change.
ALTER TABLE item_version
  ADD COLUMN namespace text,
  ADD COLUMN slug text,
  ADD COLUMN name text,
  -- Everybody who wrote content of this version, in the order of their last edit.
  ADD COLUMN editors uuid[] NOT NULL DEFAULT '{}',
  -- Whether it was approved while its item was public, or a reviewer made it public.
  ADD COLUMN approved_as_public boolean NOT NULL DEFAULT false;

-- Earlier releases told the name in the signed statement (namespace/slug@version) and, but for skills, in the bytes.
UPDATE item_version SET namespace = item.namespace, slug = item.slug, name = item.name,
  editors = CASE WHEN item_version.created_by IS NULL THEN '{}' ELSE ARRAY[item_version.created_by] END,
  approved_as_public = item.visibility = 'public' AND item_version.status = 'approved'
FROM item WHERE item.id = item_version.item_id;

CREATE FUNCTION statement_subject(attestation text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT split_part(convert_from(decode(rpad(payload, (length(payload) + 3) / 4 * 4, '='), 'base64'), 'UTF8')::jsonb
    #>> '{subject,0,name}', '@', 1)
  FROM translate(split_part(attestation, '.', 2), '-_', '+/') AS payload
$$;
UPDATE item_version SET
  namespace = split_part(statement_subject(attestation), '/', 1),
  slug = split_part(statement_subject(attestation), '/', 2),
  name = CASE WHEN media_type LIKE '%json' THEN convert_from(bytes, 'UTF8')::jsonb ->> 'name' ELSE item_version.name END
FROM item_artifact WHERE item_artifact.version_id = item_version.id AND attestation IS NOT NULL;
DROP FUNCTION statement_subject(text);

ALTER TABLE item_version
  ALTER COLUMN namespace SET NOT NULL,
  ALTER COLUMN slug SET NOT NULL,
  ALTER COLUMN name SET NOT NULL,
  ADD CHECK (status <> 'approved' OR released_at IS NOT NULL),
  ADD CHECK (status <> 'draft' OR released_at IS NULL);

-- Accounts go, and take their names out of a version; nobody else is ever put in their place.
CREATE FUNCTION same_or_gone(before uuid, after uuid) RETURNS boolean LANGUAGE sql IMMUTABLE AS
  'SELECT after IS NULL OR after IS NOT DISTINCT FROM before';

CREATE FUNCTION refuse_released(namespace text, slug text, version text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%/%@% was released and never changes. Submit a further version.', namespace, slug, version
    USING ERRCODE = 'TK409';
END $$;

CREATE FUNCTION keep_released_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NOT same_or_gone(OLD.created_by, NEW.created_by) OR NOT same_or_gone(OLD.released_by, NEW.released_by)
    OR (OLD.id, OLD.item_id, OLD.version, OLD.precedence, OLD.is_stable, OLD.namespace, OLD.slug, OLD.name, OLD.description,
        OLD.changelog, OLD.supported_harnesses, OLD.fields, OLD.risk_signals, OLD.digest, OLD.editors, OLD.released_at,
        OLD.created_at)
      IS DISTINCT FROM
       (NEW.id, NEW.item_id, NEW.version, NEW.precedence, NEW.is_stable, NEW.namespace, NEW.slug, NEW.name, NEW.description,
        NEW.changelog, NEW.supported_harnesses, NEW.fields, NEW.risk_signals, NEW.digest, NEW.editors, NEW.released_at,
        NEW.created_at)
  THEN
    PERFORM refuse_released(OLD.namespace, OLD.slug, OLD.version);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER item_version_kept BEFORE UPDATE OR DELETE ON item_version FOR EACH ROW
  WHEN (OLD.released_at IS NOT NULL) EXECUTE FUNCTION keep_released_version();

-- The bytes from the release on; the statements from when they are made, which is in the same transaction.
CREATE FUNCTION keep_released_artifact() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  version item_version;
BEGIN
  SELECT * INTO version FROM item_version WHERE id = OLD.version_id AND released_at IS NOT NULL;
  IF NOT FOUND THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'DELETE' OR (OLD.version_id, OLD.media_type, OLD.bytes) IS DISTINCT FROM (NEW.version_id, NEW.media_type, NEW.bytes)
    OR (OLD.attestation IS NOT NULL AND (OLD.attestation, OLD.lock) IS DISTINCT FROM (NEW.attestation, NEW.lock))
  THEN
    PERFORM refuse_released(version.namespace, version.slug, version.version);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER item_artifact_kept BEFORE UPDATE OR DELETE ON item_artifact FOR EACH ROW
  EXECUTE FUNCTION keep_released_artifact();

CREATE FUNCTION keep_released_pins() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  version item_version;
BEGIN
  FOR version IN
    SELECT * FROM item_version WHERE released_at IS NOT NULL AND id IN (
      CASE WHEN TG_OP <> 'INSERT' THEN OLD.version_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.version_id END)
  LOOP
    PERFORM refuse_released(version.namespace, version.slug, version.version);
  END LOOP;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER agent_component_kept BEFORE INSERT OR UPDATE OR DELETE ON agent_component FOR EACH ROW
  EXECUTE FUNCTION keep_released_pins();

-- What each name was ever released as. A name and a number mean one version for ever, also after a rename or a delete.
CREATE TABLE release_binding (
  kind text NOT NULL,
  namespace text NOT NULL,
  slug text NOT NULL,
  version text NOT NULL,
  version_id uuid NOT NULL REFERENCES item_version (id),
  digest text NOT NULL,
  PRIMARY KEY (kind, namespace, slug, version)
);
CREATE INDEX release_binding_version ON release_binding (version_id);

INSERT INTO release_binding
SELECT item_name.kind, item_name.namespace, item_name.slug, item_version.version, item_version.id, item_version.digest
FROM item_version JOIN item_name ON item_name.item_id = item_version.item_id
WHERE released_at IS NOT NULL ORDER BY released_at
ON CONFLICT DO NOTHING;

CREATE FUNCTION keep_binding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_released(OLD.namespace, OLD.slug, OLD.version);
  RETURN NULL;
END $$;
CREATE TRIGGER release_binding_kept BEFORE UPDATE OR DELETE ON release_binding FOR EACH ROW
  EXECUTE FUNCTION keep_binding();

-- By its key, one at a time. A join would be planned before there are statistics, and then read the whole table.
CREATE FUNCTION binding_of(of_kind text, of_namespace text, of_slug text, of_version text) RETURNS SETOF release_binding
  LANGUAGE plpgsql STABLE ROWS 1 AS $$
BEGIN
  RETURN QUERY SELECT * FROM release_binding
    WHERE kind = of_kind AND namespace = of_namespace AND slug = of_slug AND version = of_version;
END $$;

CREATE FUNCTION refuse_bound(bound release_binding) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%/%@% was released before with other content and is never bound again. Choose a higher version.',
    bound.namespace, bound.slug, bound.version USING ERRCODE = 'TK409';
END $$;

-- Refused when it is written, not only when it is approved: a reviewer should not read what can never be released.
CREATE FUNCTION bind_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bound release_binding;
BEGIN
  FOR bound IN
    SELECT found.* FROM item_name CROSS JOIN LATERAL binding_of(item_name.kind, item_name.namespace, item_name.slug, NEW.version) found
    WHERE item_name.item_id = NEW.item_id AND found.version_id <> NEW.id
  LOOP
    PERFORM refuse_bound(bound);
  END LOOP;
  IF NEW.released_at IS NOT NULL THEN
    INSERT INTO release_binding
    SELECT kind, namespace, slug, NEW.version, NEW.id, NEW.digest FROM item_name WHERE item_id = NEW.item_id
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER item_version_bound AFTER INSERT OR UPDATE OF version, released_at ON item_version FOR EACH ROW
  EXECUTE FUNCTION bind_version();

-- A further name of the item must not have meant anything else for any of its numbers.
CREATE FUNCTION bind_name() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bound release_binding;
BEGIN
  FOR bound IN
    SELECT found.* FROM item_version CROSS JOIN LATERAL binding_of(NEW.kind, NEW.namespace, NEW.slug, item_version.version) found
    WHERE item_version.item_id = NEW.item_id AND found.version_id <> item_version.id
  LOOP
    PERFORM refuse_bound(bound);
  END LOOP;
  INSERT INTO release_binding
  SELECT NEW.kind, NEW.namespace, NEW.slug, version, id, digest FROM item_version
  WHERE item_id = NEW.item_id AND released_at IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER item_name_bound AFTER INSERT ON item_name FOR EACH ROW EXECUTE FUNCTION bind_name();

-- Whoever publishes under a namespace takes it for ever: nobody else is given it, not even when its holder is gone.
CREATE FUNCTION use_namespace() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM namespace WHERE name = NEW.namespace FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The namespace % is not there any more. Reload and try again.', NEW.namespace USING ERRCODE = 'TK409';
  END IF;
  UPDATE namespace SET is_used = true WHERE name = NEW.namespace AND NOT is_used;
  RETURN NULL;
END $$;
CREATE TRIGGER item_name_used AFTER INSERT ON item_name FOR EACH ROW EXECUTE FUNCTION use_namespace();
UPDATE namespace SET is_used = true WHERE NOT is_used AND name IN (SELECT namespace FROM item_name);

-- What everybody sees was approved as such: no way of making an item public skips the review of its versions.
CREATE FUNCTION note_public_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.approved_as_public := NEW.approved_as_public
    OR EXISTS (SELECT FROM item WHERE id = NEW.item_id AND visibility = 'public');
  RETURN NEW;
END $$;
CREATE TRIGGER item_version_approved BEFORE UPDATE OF status ON item_version FOR EACH ROW
  WHEN (NEW.status = 'approved' AND OLD.status <> 'approved') EXECUTE FUNCTION note_public_approval();
CREATE TRIGGER item_version_added_approved BEFORE INSERT ON item_version FOR EACH ROW
  WHEN (NEW.status = 'approved') EXECUTE FUNCTION note_public_approval();

CREATE FUNCTION refuse_unreviewed_publication() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM item_version WHERE item_id = NEW.id AND status = 'approved' AND NOT approved_as_public) THEN
    RAISE EXCEPTION '%/% has versions that no reviewer has approved for the public. Change its visibility instead.',
      NEW.namespace, NEW.slug USING ERRCODE = 'TK409';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER item_made_public AFTER UPDATE OF visibility ON item FOR EACH ROW
  WHEN (NEW.visibility = 'public' AND OLD.visibility <> 'public') EXECUTE FUNCTION refuse_unreviewed_publication();
