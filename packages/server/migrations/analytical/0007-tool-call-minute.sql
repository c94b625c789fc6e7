-- Tool calls that clients report, minute by minute: alerts read a stretch of time for all servers, which `tool_call_event`,
-- ordered by server, would have to be read through for. Belongs to the telemetry module.
--
-- The store writes both tables for each report (telemetry/stores/report-store.ts). A materialized view would miss a block whose
-- insert is repeated: the source table recognises it as a duplicate, and the view is then not told.
CREATE TABLE IF NOT EXISTS tool_call_minute (
  minute DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  mcp_server_id String,
  user_id UUID,
  -- So that what belongs to a session can be purged.
  session_id String,
  calls UInt32,
  failures UInt32,
  -- How long each of the calls took, in milliseconds, in no order.
  latencies Array(Float64) CODEC(ZSTD)
) ENGINE = MergeTree ORDER BY (minute, mcp_server_id, user_id)
SETTINGS non_replicated_deduplication_window = 1000;

-- What was reported before this table existed. Emptied first, because a migration may run again after a crash.
TRUNCATE TABLE tool_call_minute;

INSERT INTO tool_call_minute (minute, mcp_server_id, user_id, session_id, calls, failures, latencies)
SELECT toDateTime64(toStartOfMinute(received_at), 3, 'UTC'), mcp_server_id, user_id, session_id, count(),
  countIf(status NOT IN ('success', 'ok')), groupArray(latency_ms)
FROM tool_call_event
GROUP BY 1, mcp_server_id, user_id, session_id;
