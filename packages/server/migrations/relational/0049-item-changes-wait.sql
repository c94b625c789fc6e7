-- What a version that waits for its release changes of its item, whose row everybody sees: `owner`, and the fields that belong
-- to the item and not to a version. Its release applies it, and from then on nothing waits. Belongs to the registry module.
ALTER TABLE item_version
  ADD COLUMN item_changes jsonb,
  ADD CHECK (released_at IS NULL OR item_changes IS NULL);
