-- Deleted items do not keep their team. Belongs to the registry module.
--
-- Items are only marked as deleted, and their rows still name the team: it could never be deleted itself. What was for its
-- members is then for its submitter, who is told that it is gone; nobody is a member any more.
CREATE FUNCTION free_deleted_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE item SET team_id = NULL, visibility = CASE visibility WHEN 'team' THEN 'owner' ELSE visibility END
  WHERE team_id = OLD.id AND deleted_at IS NOT NULL;
  RETURN OLD;
END $$;
CREATE TRIGGER team_frees_deleted_items BEFORE DELETE ON team FOR EACH ROW EXECUTE FUNCTION free_deleted_items();
