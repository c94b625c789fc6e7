-- What the functions of session-list-store.ts send. To renew: npm test -- stores.store.test -u

-- listSessionRows, of anybody
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage", "models", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
order by "last_event_at" desc, "id" desc
limit $2 offset $3;

-- listSessionRows, with every filter
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage", "models", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and "user_id" = $2
  and "harness" = $3
  and "agent_id" = $4
  and "project" = $5
  and models @> array[$6]::text[]
  and (tool_failures + error_events > 0) = $7
  and "last_event_at" >= $8
  and "started_at" <= $9
  and id = any($10::uuid[])
order by "last_event_at" desc, "id" desc
limit $11 offset $12;

-- listSessionRows, after another
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage", "models", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and "user_id" = $2
  and (last_event_at, id) < ($3::timestamptz, $4::uuid)
order by "last_event_at" desc, "id" desc
limit $5 offset $6;

-- countSessions, of anybody
select count(*) as "total"
from "session"
where "revision" > $1;

-- countSessions, with every filter
select count(*) as "total"
from "session"
where "revision" > $1
  and "user_id" = $2
  and "harness" = $3
  and "agent_id" = $4
  and "project" = $5
  and models @> array[$6]::text[]
  and (tool_failures + error_events > 0) = $7
  and "last_event_at" >= $8
  and "started_at" <= $9
  and id = any($10::uuid[]);

-- findSessionsNamed
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage", "models", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and "harness" = $2
  and "project" = $3
  and "session_id" = $4
order by "last_event_at" desc, "id" desc
limit $5;

-- sessionKeys
select "id"
from "session"
where "revision" > $1
  and "project" = $2
order by "last_event_at" desc, "id" desc
limit $3;

-- agentsOf

SELECT id, agent_id
FROM session
WHERE id = any($1::uuid[]);

-- recentSessionIds
select "id"
from "session"
where "revision" > $1
  and "received_at" >= $2
  and purged_below <= highest_line
order by "received_at" desc
limit $3;

-- latestSession
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage", "models", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
order by "last_event_at" desc, "id" desc
limit $2 offset $3;
