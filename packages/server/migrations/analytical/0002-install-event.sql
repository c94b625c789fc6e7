-- Installs and pulls. Belongs to the registry module. The same event may arrive twice; its id counts once.
CREATE TABLE IF NOT EXISTS install_event (
  item_id UUID,
  installed_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  event_id UUID,
  kind LowCardinality(String),
  version String,
  harness LowCardinality(String),
  user_id UUID,
  -- The agent that it came with.
  agent_id Nullable(UUID)
) ENGINE = ReplacingMergeTree ORDER BY (item_id, installed_at, event_id)
SETTINGS non_replicated_deduplication_window = 1000;
