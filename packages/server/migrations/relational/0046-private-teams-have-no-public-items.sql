-- A private team has no public items, whichever of the two changes (contract §4.1). Belongs to the registry module. Refusals
-- have the SQLSTATE TK409, as those of released versions.
CREATE FUNCTION refuse_public_items() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  public_item item;
BEGIN
  SELECT * INTO public_item FROM item WHERE team_id = NEW.id AND visibility = 'public' AND deleted_at IS NULL
  ORDER BY slug LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'The team has public items, such as %/%. Limit them to the team before you make it private.',
      public_item.namespace, public_item.slug USING ERRCODE = 'TK409';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER team_made_private AFTER UPDATE OF visibility ON team FOR EACH ROW
  WHEN (NEW.visibility = 'private' AND OLD.visibility <> 'private') EXECUTE FUNCTION refuse_public_items();

CREATE FUNCTION refuse_private_team() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  its_team team;
BEGIN
  -- After whoever is changing the team at this moment.
  SELECT * INTO its_team FROM team WHERE id = NEW.team_id FOR KEY SHARE;
  IF its_team.visibility = 'private' THEN
    RAISE EXCEPTION '% is a private team: use the visibility team, or publish elsewhere.', its_team.handle
      USING ERRCODE = 'TK409';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER item_added_to_team AFTER INSERT ON item FOR EACH ROW
  WHEN (NEW.team_id IS NOT NULL AND NEW.visibility = 'public') EXECUTE FUNCTION refuse_private_team();
CREATE TRIGGER item_moved_to_team AFTER UPDATE OF team_id, visibility ON item FOR EACH ROW
  WHEN (NEW.team_id IS NOT NULL AND NEW.visibility = 'public' AND NEW.deleted_at IS NULL
    AND (OLD.team_id IS DISTINCT FROM NEW.team_id OR OLD.visibility <> 'public'))
  EXECUTE FUNCTION refuse_private_team();
