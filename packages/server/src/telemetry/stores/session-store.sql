-- What the functions of session-store.ts send. To renew: npm test -- stores.store.test -u

-- findSessionsByKey
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "id" in ($1)
  and "revision" > $2;

-- saveSessions, without activity

WITH saved AS (
  INSERT INTO session ("id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at")
  SELECT "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at" FROM jsonb_populate_recordset(NULL::session, $1::jsonb)
  ON CONFLICT (id) DO UPDATE SET "user_id" = excluded."user_id", "project" = excluded."project", "harness" = excluded."harness", "session_id" = excluded."session_id", "acknowledged_line" = excluded."acknowledged_line", "acknowledged_offset" = excluded."acknowledged_offset", "generation" = excluded."generation", "confirmed" = excluded."confirmed", "highest_line" = excluded."highest_line", "acknowledged_once" = excluded."acknowledged_once", "purged_below" = excluded."purged_below", "purged_summary" = excluded."purged_summary", "revision" = excluded."revision", "final" = excluded."final", "agent_ref" = excluded."agent_ref", "agent_id" = excluded."agent_id", "agent_version" = excluded."agent_version", "layer_hash" = excluded."layer_hash", "parent_session_id" = excluded."parent_session_id", "total_credits" = excluded."total_credits", "line_count" = excluded."line_count", "events" = excluded."events", "prompts" = excluded."prompts", "tool_calls" = excluded."tool_calls", "tool_failures" = excluded."tool_failures", "error_events" = excluded."error_events", "unreadable_lines" = excluded."unreadable_lines", "usage_only_lines" = excluded."usage_only_lines", "usage" = excluded."usage", "models" = excluded."models", "names" = excluded."names", "names_read" = excluded."names_read", "activity_counted" = excluded."activity_counted", "project_name" = excluded."project_name", "started_at" = excluded."started_at", "last_event_at" = excluded."last_event_at", "received_at" = excluded."received_at", "context" = excluded."context", "integrity_ok" = excluded."integrity_ok", "server_hash" = excluded."server_hash", "repair_from_line" = excluded."repair_from_line", "checked_at" = excluded."checked_at", lease_holder = NULL, lease_until = NULL
  WHERE session.lease_holder IS NOT DISTINCT FROM excluded.lease_holder AND session.revision <= excluded.revision
  RETURNING id
)
SELECT id
FROM saved;

-- saveSessions, with more activity

WITH saved AS (
  INSERT INTO session ("id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at")
  SELECT "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at" FROM jsonb_populate_recordset(NULL::session, $1::jsonb)
  ON CONFLICT (id) DO UPDATE SET "user_id" = excluded."user_id", "project" = excluded."project", "harness" = excluded."harness", "session_id" = excluded."session_id", "acknowledged_line" = excluded."acknowledged_line", "acknowledged_offset" = excluded."acknowledged_offset", "generation" = excluded."generation", "confirmed" = excluded."confirmed", "highest_line" = excluded."highest_line", "acknowledged_once" = excluded."acknowledged_once", "purged_below" = excluded."purged_below", "purged_summary" = excluded."purged_summary", "revision" = excluded."revision", "final" = excluded."final", "agent_ref" = excluded."agent_ref", "agent_id" = excluded."agent_id", "agent_version" = excluded."agent_version", "layer_hash" = excluded."layer_hash", "parent_session_id" = excluded."parent_session_id", "total_credits" = excluded."total_credits", "line_count" = excluded."line_count", "events" = excluded."events", "prompts" = excluded."prompts", "tool_calls" = excluded."tool_calls", "tool_failures" = excluded."tool_failures", "error_events" = excluded."error_events", "unreadable_lines" = excluded."unreadable_lines", "usage_only_lines" = excluded."usage_only_lines", "usage" = excluded."usage", "models" = excluded."models", "names" = excluded."names", "names_read" = excluded."names_read", "activity_counted" = excluded."activity_counted", "project_name" = excluded."project_name", "started_at" = excluded."started_at", "last_event_at" = excluded."last_event_at", "received_at" = excluded."received_at", "context" = excluded."context", "integrity_ok" = excluded."integrity_ok", "server_hash" = excluded."server_hash", "repair_from_line" = excluded."repair_from_line", "checked_at" = excluded."checked_at", lease_holder = NULL, lease_until = NULL
  WHERE session.lease_holder IS NOT DISTINCT FROM excluded.lease_holder AND session.revision <= excluded.revision
  RETURNING id
),
"added_session_activity" AS (
  INSERT INTO "session_activity" ("session", "minute", "model", "stated", "server", "user_id", "lines", "prompts", "tool_calls", "tool_failures", "input", "output", "cache_read", "cache_write", "cache_write_1h", "latencies", "cost_usd")
  SELECT "session", "minute", "model", "stated", "server", "user_id", "lines", "prompts", "tool_calls", "tool_failures", "input", "output", "cache_read", "cache_write", "cache_write_1h", "latencies", "cost_usd" FROM (SELECT "session", "minute", "model", "stated", "server", "user_id", "lines", "prompts", "tool_calls", "tool_failures", "input", "output", "cache_read", "cache_write", "cache_write_1h", "latencies", "cost_usd"
FROM jsonb_populate_recordset(NULL::"session_activity", $2::jsonb)) AS more WHERE session IN (SELECT id FROM saved)
  ON CONFLICT ("session", "minute", "model", "stated", "server") DO UPDATE SET "lines" = "session_activity"."lines" + "excluded"."lines", "prompts" = "session_activity"."prompts" + "excluded"."prompts", "tool_calls" = "session_activity"."tool_calls" + "excluded"."tool_calls", "tool_failures" = "session_activity"."tool_failures" + "excluded"."tool_failures", "input" = "session_activity"."input" + "excluded"."input", "output" = "session_activity"."output" + "excluded"."output", "cache_read" = "session_activity"."cache_read" + "excluded"."cache_read", "cache_write" = "session_activity"."cache_write" + "excluded"."cache_write", "cache_write_1h" = "session_activity"."cache_write_1h" + "excluded"."cache_write_1h", "latencies" = "session_activity"."latencies" || "excluded"."latencies", "cost_usd" = "session_activity"."cost_usd" + "excluded"."cost_usd"
),
"added_session_tool_activity" AS (
  INSERT INTO "session_tool_activity" ("session", "minute", "model", "tool", "error", "user_id", "server", "calls", "failures")
  SELECT "session", "minute", "model", "tool", "error", "user_id", "server", "calls", "failures" FROM (SELECT "session", "minute", "model", "tool", "error", "user_id", "server", "calls", "failures"
FROM jsonb_populate_recordset(NULL::"session_tool_activity", $3::jsonb)) AS more WHERE session IN (SELECT id FROM saved)
  ON CONFLICT ("session", "minute", "model", "tool", "error") DO UPDATE SET server = excluded.server, "calls" = "session_tool_activity"."calls" + "excluded"."calls", "failures" = "session_tool_activity"."failures" + "excluded"."failures"
)
SELECT id
FROM saved;

-- saveSessions, counted anew

WITH saved AS (
  INSERT INTO session ("id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at")
  SELECT "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at" FROM jsonb_populate_recordset(NULL::session, $1::jsonb)
  ON CONFLICT (id) DO UPDATE SET "user_id" = excluded."user_id", "project" = excluded."project", "harness" = excluded."harness", "session_id" = excluded."session_id", "acknowledged_line" = excluded."acknowledged_line", "acknowledged_offset" = excluded."acknowledged_offset", "generation" = excluded."generation", "confirmed" = excluded."confirmed", "highest_line" = excluded."highest_line", "acknowledged_once" = excluded."acknowledged_once", "purged_below" = excluded."purged_below", "purged_summary" = excluded."purged_summary", "revision" = excluded."revision", "final" = excluded."final", "agent_ref" = excluded."agent_ref", "agent_id" = excluded."agent_id", "agent_version" = excluded."agent_version", "layer_hash" = excluded."layer_hash", "parent_session_id" = excluded."parent_session_id", "total_credits" = excluded."total_credits", "line_count" = excluded."line_count", "events" = excluded."events", "prompts" = excluded."prompts", "tool_calls" = excluded."tool_calls", "tool_failures" = excluded."tool_failures", "error_events" = excluded."error_events", "unreadable_lines" = excluded."unreadable_lines", "usage_only_lines" = excluded."usage_only_lines", "usage" = excluded."usage", "models" = excluded."models", "names" = excluded."names", "names_read" = excluded."names_read", "activity_counted" = excluded."activity_counted", "project_name" = excluded."project_name", "started_at" = excluded."started_at", "last_event_at" = excluded."last_event_at", "received_at" = excluded."received_at", "context" = excluded."context", "integrity_ok" = excluded."integrity_ok", "server_hash" = excluded."server_hash", "repair_from_line" = excluded."repair_from_line", "checked_at" = excluded."checked_at", lease_holder = NULL, lease_until = NULL
  WHERE session.lease_holder IS NOT DISTINCT FROM excluded.lease_holder AND session.revision <= excluded.revision
  RETURNING id
),
"counted_session_activity" AS (SELECT "session", "minute", "model", "stated", "server", "user_id", "lines", "prompts", "tool_calls", "tool_failures", "input", "output", "cache_read", "cache_write", "cache_write_1h", "latencies", "cost_usd"
FROM jsonb_populate_recordset(NULL::"session_activity", $2::jsonb)),
"dropped_session_activity" AS (
  DELETE FROM "session_activity" USING saved
  WHERE "session_activity".session = saved.id AND saved.id = any($3::uuid[])
    AND NOT EXISTS (SELECT FROM "counted_session_activity" WHERE "counted_session_activity"."session" = "session_activity"."session" AND "counted_session_activity"."minute" = "session_activity"."minute" AND "counted_session_activity"."model" = "session_activity"."model" AND "counted_session_activity"."stated" = "session_activity"."stated" AND "counted_session_activity"."server" = "session_activity"."server")
),
"replaced_session_activity" AS (
  INSERT INTO "session_activity" ("session", "minute", "model", "stated", "server", "user_id", "lines", "prompts", "tool_calls", "tool_failures", "input", "output", "cache_read", "cache_write", "cache_write_1h", "latencies", "cost_usd") SELECT "session", "minute", "model", "stated", "server", "user_id", "lines", "prompts", "tool_calls", "tool_failures", "input", "output", "cache_read", "cache_write", "cache_write_1h", "latencies", "cost_usd" FROM "counted_session_activity" WHERE session IN (SELECT id FROM saved)
  ON CONFLICT ("session", "minute", "model", "stated", "server") DO UPDATE SET "lines" = excluded."lines", "prompts" = excluded."prompts", "tool_calls" = excluded."tool_calls", "tool_failures" = excluded."tool_failures", "input" = excluded."input", "output" = excluded."output", "cache_read" = excluded."cache_read", "cache_write" = excluded."cache_write", "cache_write_1h" = excluded."cache_write_1h", "latencies" = excluded."latencies", "cost_usd" = excluded."cost_usd"
),
"counted_session_tool_activity" AS (SELECT "session", "minute", "model", "tool", "error", "user_id", "server", "calls", "failures"
FROM jsonb_populate_recordset(NULL::"session_tool_activity", $4::jsonb)),
"dropped_session_tool_activity" AS (
  DELETE FROM "session_tool_activity" USING saved
  WHERE "session_tool_activity".session = saved.id AND saved.id = any($5::uuid[])
    AND NOT EXISTS (SELECT FROM "counted_session_tool_activity" WHERE "counted_session_tool_activity"."session" = "session_tool_activity"."session" AND "counted_session_tool_activity"."minute" = "session_tool_activity"."minute" AND "counted_session_tool_activity"."model" = "session_tool_activity"."model" AND "counted_session_tool_activity"."tool" = "session_tool_activity"."tool" AND "counted_session_tool_activity"."error" = "session_tool_activity"."error")
),
"replaced_session_tool_activity" AS (
  INSERT INTO "session_tool_activity" ("session", "minute", "model", "tool", "error", "user_id", "server", "calls", "failures") SELECT "session", "minute", "model", "tool", "error", "user_id", "server", "calls", "failures" FROM "counted_session_tool_activity" WHERE session IN (SELECT id FROM saved)
  ON CONFLICT ("session", "minute", "model", "tool", "error") DO UPDATE SET "server" = excluded."server", "calls" = excluded."calls", "failures" = excluded."failures"
)
SELECT id
FROM saved;

-- leaseSession
update "session"
set "lease_holder" = $1, "lease_until" = now() + make_interval(secs => $2), "attempt" = greatest(attempt, revision) + 1
where "id" = $3
  and (lease_holder IS NULL OR lease_until < now())
returning "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at";

-- insertLeasedSession

INSERT INTO session ("id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at")
SELECT "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
FROM jsonb_populate_record(NULL::session, $1::jsonb || jsonb_build_object(
  'lease_until', now() + make_interval(secs => $2)))
ON CONFLICT (id) DO NOTHING
RETURNING id;

-- renewLease
update "session"
set "lease_until" = now() + make_interval(secs => $1)
where "id" = $2
  and "lease_holder" = $3;

-- releaseSession
update "session"
set "lease_holder" = $1, "lease_until" = $2
where "id" = $3
  and "lease_holder" = $4;
