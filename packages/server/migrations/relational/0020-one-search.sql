-- Lists are searched by the index of discovery (ADR 43), so nothing reads the texts that were kept for a search of their own.
DROP TRIGGER item_changed ON item;
ALTER TABLE item DROP COLUMN search_text;
CREATE CONSTRAINT TRIGGER item_changed AFTER UPDATE ON item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((
    OLD.is_listed, OLD.is_archived, OLD.is_released, OLD.status, OLD.deleted_at, OLD.shown_version_id, OLD.audience,
    OLD.visibility, OLD.owner_id, OLD.namespace, OLD.slug, OLD.team_id, OLD.facets, OLD.supported_harnesses, OLD.search_name,
    OLD.name, OLD.entry, OLD.updated_at
  ) IS DISTINCT FROM (
    NEW.is_listed, NEW.is_archived, NEW.is_released, NEW.status, NEW.deleted_at, NEW.shown_version_id, NEW.audience,
    NEW.visibility, NEW.owner_id, NEW.namespace, NEW.slug, NEW.team_id, NEW.facets, NEW.supported_harnesses, NEW.search_name,
    NEW.name, NEW.entry, NEW.updated_at
  )) EXECUTE FUNCTION note_item();
