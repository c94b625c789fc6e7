-- An edit lock holds only while its holder may edit the item. Belongs to the registry module.
--
-- Whoever loses that right (no longer owner or co-author, out of the team, demoted, deactivated, deleted) can no longer cancel
-- the edit, so it is decided when the lock is read instead of by everything that takes a right away. It takes the item as a row,
-- not by its id: a statement that has waited for the row's lock evaluates it again for the row as it is then.
CREATE FUNCTION is_edited_by_editor(item item) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM user_account AS editor WHERE editor.id = item.edited_by AND may_edit(item, editor))
$$;
