-- A sync publishes in the name of the user who changed it last. When that user loses access to the listing, the sync forgets them, so
-- that it stays stopped when they get their access back: an owner has to turn it off and on again. Belongs to the git-sync module.

-- The same as `visibleTo` and `ownedBy` of viewer-store.ts, of someone other than the caller. Belongs to the registry module.
CREATE FUNCTION may_edit(item item, account user_account) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT account.is_active AND (
    account.role IN ('admin', 'super_admin')
    OR (
      (item.owner_id = account.id OR EXISTS (SELECT FROM co_author WHERE item_id = item.id AND user_id = account.id))
      AND (item.visibility <> 'team'
        OR EXISTS (SELECT FROM team_member WHERE team_id = item.team_id AND user_id = account.id))
    )
  )
$$;

-- Of one publisher, or of one listing.
CREATE FUNCTION forget_publishers(of_user uuid, of_item uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE mcp_sync SET publisher_id = NULL
  FROM item, user_account
  WHERE item.id = mcp_sync.item_id AND user_account.id = mcp_sync.publisher_id
    AND (mcp_sync.publisher_id = of_user OR mcp_sync.item_id = of_item)
    AND NOT may_edit(item, user_account)
$$;

CREATE FUNCTION forget_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM forget_publishers(OLD.user_id, NULL);
  RETURN NULL;
END $$;
CREATE FUNCTION forget_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM forget_publishers(NEW.id, NULL);
  RETURN NULL;
END $$;
CREATE FUNCTION forget_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM forget_publishers(NULL, NEW.id);
  RETURN NULL;
END $$;

-- At the end of the transaction: a transfer may make the former owner a co-author. It is also where the other transactions lock a sync.
CREATE CONSTRAINT TRIGGER co_author_left_sync AFTER DELETE ON co_author
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION forget_member();
CREATE CONSTRAINT TRIGGER team_member_left_sync AFTER DELETE ON team_member
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION forget_member();
CREATE CONSTRAINT TRIGGER account_left_sync AFTER UPDATE OF role, is_active ON user_account
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION forget_account();
CREATE CONSTRAINT TRIGGER item_left_sync AFTER UPDATE OF owner_id, visibility, team_id ON item
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'mcp') EXECUTE FUNCTION forget_listing();

-- Those who have lost access before.
SELECT forget_publishers(NULL, item_id) FROM mcp_sync;
