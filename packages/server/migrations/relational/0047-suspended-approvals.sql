-- Making an item public suspends the approvals that it has for fewer people, and taking that back restores them. Belongs to
-- the registry module. A decision of a reviewer on such a version ends it.
ALTER TABLE item_version
  ADD COLUMN approval_suspended boolean NOT NULL DEFAULT false,
  ADD CHECK (status = 'pending' OR NOT approval_suspended);
