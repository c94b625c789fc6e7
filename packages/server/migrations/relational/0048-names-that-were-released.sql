-- What to do about a name under which one of the item's numbers was released before: another name helps, a higher version does
-- not. Belongs to the registry module.
CREATE OR REPLACE FUNCTION bind_name() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bound release_binding;
BEGIN
  FOR bound IN
    SELECT found.* FROM item_version CROSS JOIN LATERAL binding_of(NEW.kind, NEW.namespace, NEW.slug, item_version.version) found
    WHERE item_version.item_id = NEW.item_id AND found.version_id <> item_version.id
  LOOP
    RAISE EXCEPTION '%/%@% was released before with other content and is never bound again. Choose another name for the item; before a transfer or a move to a team, rename it.',
      bound.namespace, bound.slug, bound.version USING ERRCODE = 'TK409';
  END LOOP;
  INSERT INTO release_binding
  SELECT NEW.kind, NEW.namespace, NEW.slug, version, id, digest FROM item_version
  WHERE item_id = NEW.item_id AND released_at IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
