-- The audit log. Belongs to the audit module. It never expires, so there is no TTL.
--
-- Ordered by the place in the hash chain, which is the order in which it is read (newest first) and verified. Two
-- drainers may store the same record when the lease of a slow one ran out; the copies are identical and collapse.
--
-- No partitions: an insert that crosses two becomes two parts, of which a crash may keep one, and records would no
-- longer be stored in order and whole. The indexes do what partitions would have done. Time grows with the position, so
-- its range per granule is narrow; the others let a search for one person or for denials pass over the granules that
-- have none.
CREATE TABLE IF NOT EXISTS audit_event (
  position UInt64 CODEC(Delta, ZSTD),
  event_id UUID,
  timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  actor_id Nullable(String),
  actor_email Nullable(String),
  actor_role LowCardinality(Nullable(String)),
  action LowCardinality(String),
  resource_type LowCardinality(Nullable(String)),
  resource_id Nullable(String),
  resource_name Nullable(String),
  http_method LowCardinality(Nullable(String)),
  http_path Nullable(String),
  status_code Nullable(UInt16),
  ip_address Nullable(String),
  user_agent Nullable(String),
  detail Nullable(String),
  sensitivity LowCardinality(String),
  -- Text, because a caller's own id is kept as it was written.
  request_id Nullable(String),
  outcome LowCardinality(String),
  duration_ms Nullable(Int64),
  chain_hash String,
  source LowCardinality(String),
  INDEX by_time timestamp TYPE minmax GRANULARITY 1,
  INDEX by_actor_id actor_id TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX by_actor_email actor_email TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX by_action action TYPE set(64) GRANULARITY 1,
  INDEX by_resource_type resource_type TYPE set(64) GRANULARITY 1,
  INDEX by_sensitivity sensitivity TYPE set(4) GRANULARITY 1,
  INDEX by_outcome outcome TYPE set(8) GRANULARITY 1,
  INDEX by_source source TYPE set(4) GRANULARITY 1
) ENGINE = ReplacingMergeTree ORDER BY position
SETTINGS non_replicated_deduplication_window = 1000;
