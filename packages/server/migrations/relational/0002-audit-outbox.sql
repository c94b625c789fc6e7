-- Audit records on their way to the analytical store. Belongs to the audit module. A record is written here in the
-- transaction of the action that it tells of, and removed once it is stored there.
CREATE TABLE audit_outbox (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event jsonb NOT NULL,
  -- Its place in the hash chain; once given, neither changes.
  position bigint UNIQUE,
  chain_hash text,
  CHECK ((position IS NULL) = (chain_hash IS NULL))
);

-- The end of the chain, and who is draining the outbox until when.
CREATE TABLE audit_chain (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  last_position bigint NOT NULL DEFAULT 0,
  last_hash text NOT NULL DEFAULT repeat('0', 64),
  last_event_id uuid,
  drainer uuid,
  drain_until timestamptz
);

INSERT INTO audit_chain DEFAULT VALUES;
