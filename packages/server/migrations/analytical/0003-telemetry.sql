-- Lines of sessions. Belongs to the telemetry module; a session's row in the relational store says which of them count.
--
-- One row per line and revision, and the highest revision is the line: a batch that is repeated after a crash writes the
-- same keys again. `live` is 0 where a later revision took the line out of the session.
--
-- No partitions: an insert that crosses two becomes two parts, of which a crash may keep one. Small granules: a batch that
-- may overlap reads the lines of its own range, and must not unpack eight thousand others for it.
CREATE TABLE IF NOT EXISTS session_line (
  session UUID,
  line UInt32 CODEC(Delta, ZSTD),
  revision UInt64 CODEC(Delta, ZSTD),
  live UInt8 DEFAULT 1,
  user_id UUID,
  harness LowCardinality(String),
  received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  -- When it happened, or arrived if the line does not say.
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  end_byte Nullable(UInt64),
  raw String CODEC(ZSTD),
  -- rendered, ignored or unreadable; and what the line calls itself.
  outcome LowCardinality(String),
  line_type LowCardinality(String),
  known UInt8,
  -- What is shown of it, as JSON; and its texts, which that names by their places: without secrets, and shortened.
  shown String CODEC(ZSTD),
  texts Array(String) CODEC(ZSTD),
  kinds Array(LowCardinality(String)),
  tool_calls UInt16,
  tool_failures UInt16,
  model LowCardinality(String),
  -- What the line adds to what its message has used so far.
  usage_key String,
  input UInt64,
  output UInt64,
  cache_read UInt64,
  cache_write UInt64,
  cost_usd Nullable(Float64),
  -- A line break in what a tool was given is \n in JSON, whose letter would join the word that follows.
  INDEX words lower(replaceAll(replaceAll(arrayStringConcat(texts, ' '), '\\n', ' '), '\\t', ' ')) TYPE tokenbf_v1(16384, 3, 0) GRANULARITY 1
) ENGINE = ReplacingMergeTree(revision) ORDER BY (session, line)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024, index_granularity_bytes = 2097152;

-- Lines that were acknowledged once and were then replaced or cut off by a repair. Kept for whoever audits a session.
CREATE TABLE IF NOT EXISTS superseded_line (
  session UUID,
  line UInt32,
  revision UInt64,
  superseded_at DateTime64(3, 'UTC'),
  end_byte Nullable(UInt64),
  raw String CODEC(ZSTD)
) ENGINE = ReplacingMergeTree ORDER BY (session, line, revision)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

-- Lifecycle events that harnesses report as they happen.
CREATE TABLE IF NOT EXISTS hook_event (
  received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  event_id UUID,
  user_id UUID,
  harness LowCardinality(String),
  event LowCardinality(String),
  session_id String,
  tool_name String,
  tool_use_id String,
  agent_id String,
  model LowCardinality(String),
  cwd String,
  is_error UInt8,
  -- The whole event as JSON, without secrets, shortened.
  detail String CODEC(ZSTD)
) ENGINE = MergeTree ORDER BY (received_at, event_id)
SETTINGS non_replicated_deduplication_window = 1000;

-- Tool calls of MCP servers, and interactions with agents, as older clients report them; item metrics are made of them.
CREATE TABLE IF NOT EXISTS tool_call_event (
  received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  event_id UUID,
  mcp_server_id String,
  user_id UUID,
  harness LowCardinality(String),
  session_id String,
  tool_name String,
  status LowCardinality(String),
  user_action LowCardinality(String),
  latency_ms Float64,
  input_params String CODEC(ZSTD),
  response String CODEC(ZSTD),
  INDEX by_time received_at TYPE minmax GRANULARITY 1
) ENGINE = MergeTree ORDER BY (mcp_server_id, received_at, event_id)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS agent_interaction_event (
  received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  event_id UUID,
  agent_id String,
  user_id UUID,
  harness LowCardinality(String),
  session_id String,
  tool_calls UInt32,
  user_action LowCardinality(String),
  latency_ms Float64,
  INDEX by_time received_at TYPE minmax GRANULARITY 1
) ENGINE = MergeTree ORDER BY (agent_id, received_at, event_id)
SETTINGS non_replicated_deduplication_window = 1000;
