-- What the functions of session-store.ts send. To renew: npm test -- stores.store.test -u

-- findSessionsByKey
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "id" in ($1)
  and "revision" > $2;

-- saveSessions

INSERT INTO session ("id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at")
SELECT "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
FROM jsonb_populate_recordset(NULL::session, $1::jsonb)
ON CONFLICT (id)
DO UPDATE SET "user_id" = excluded."user_id", "project" = excluded."project", "harness" = excluded."harness", "session_id" = excluded."session_id", "acknowledged_line" = excluded."acknowledged_line", "acknowledged_offset" = excluded."acknowledged_offset", "generation" = excluded."generation", "confirmed" = excluded."confirmed", "highest_line" = excluded."highest_line", "acknowledged_once" = excluded."acknowledged_once", "purged_below" = excluded."purged_below", "purged_summary" = excluded."purged_summary", "revision" = excluded."revision", "final" = excluded."final", "agent_ref" = excluded."agent_ref", "agent_id" = excluded."agent_id", "agent_version" = excluded."agent_version", "layer_hash" = excluded."layer_hash", "parent_session_id" = excluded."parent_session_id", "total_credits" = excluded."total_credits", "line_count" = excluded."line_count", "events" = excluded."events", "prompts" = excluded."prompts", "tool_calls" = excluded."tool_calls", "tool_failures" = excluded."tool_failures", "error_events" = excluded."error_events", "unreadable_lines" = excluded."unreadable_lines", "usage_only_lines" = excluded."usage_only_lines", "usage" = excluded."usage", "models" = excluded."models", "names" = excluded."names", "names_read" = excluded."names_read", "project_name" = excluded."project_name", "started_at" = excluded."started_at", "last_event_at" = excluded."last_event_at", "received_at" = excluded."received_at", "context" = excluded."context", "integrity_ok" = excluded."integrity_ok", "server_hash" = excluded."server_hash", "repair_from_line" = excluded."repair_from_line", "checked_at" = excluded."checked_at", lease_holder = NULL, lease_until = NULL
WHERE session.lease_holder IS NOT DISTINCT
FROM excluded.lease_holder
  AND session.revision <= excluded.revision
RETURNING id;

-- leaseSession
update "session"
set "lease_holder" = $1, "lease_until" = now() + make_interval(secs => $2), "attempt" = greatest(attempt, revision) + 1
where "id" = $3
  and (lease_holder IS NULL OR lease_until < now())
returning "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at";

-- insertLeasedSession

INSERT INTO session ("id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at")
SELECT "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
FROM jsonb_populate_record(NULL::session, $1::jsonb || jsonb_build_object(
  'lease_until', now() + make_interval(secs => $2)))
ON CONFLICT (id) DO NOTHING
RETURNING id;

-- releaseSession
update "session"
set "lease_holder" = $1, "lease_until" = $2
where "id" = $3
  and "lease_holder" = $4;
