-- What the functions of session-list-store.ts send. To renew: npm test -- stores.store.test -u

-- listSessionRows, of anybody
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
order by "last_event_at" desc, "id" desc
limit $2 offset $3;

-- listSessionRows, with every filter
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and "user_id" = $2
  and "harness" = $3
  and "agent_id" = $4
  and "project_name" = $5
  and models @> array[$6]::text[]
  and (tool_failures + error_events > 0) = $7
  and "last_event_at" >= $8
  and "started_at" <= $9
  and id = any($10::uuid[])
order by "last_event_at" desc, "id" desc
limit $11 offset $12;

-- listSessionRows, after another
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
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
  and "project_name" = $5
  and models @> array[$6]::text[]
  and (tool_failures + error_events > 0) = $7
  and "last_event_at" >= $8
  and "started_at" <= $9
  and id = any($10::uuid[]);

-- findSessionsNamed, of anybody
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and "harness" = $2
  and "session_id" = $3
  and "project" = $4
order by "last_event_at" desc, "id" desc
limit $5;

-- findSessionsNamed, open to a reviewer
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and "harness" = $2
  and "session_id" = $3
  and "project" = $4
  and (user_id = $5::uuid OR agent_id = any($6::uuid[]))
order by "last_event_at" desc, "id" desc
limit $7;

-- agentsOfSessionsNamed
select "agent_id"
from "session"
where "revision" > $1
  and "session_id" = $2
  and "agent_id" is not null
group by "agent_id"
order by max("last_event_at") desc
limit $3;

-- sessionsNamedBy, of one person

SELECT session.id
FROM session_words
JOIN session ON session.id = session_words.session
WHERE session_words.words @> $1::text[]
  AND session.revision > 0
  AND ($2::uuid IS NULL OR session.user_id = $3::uuid)
ORDER BY session.last_event_at DESC, session.id DESC
LIMIT $4;

-- sessionsNamedBy, of anybody

SELECT session.id
FROM session_words
JOIN session ON session.id = session_words.session
WHERE session_words.words @> $1::text[]
  AND session.revision > 0
  AND ($2::uuid IS NULL OR session.user_id = $3::uuid)
ORDER BY session.last_event_at DESC, session.id DESC
LIMIT $4;

-- findUnreadSessions, from the beginning
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and NOT names_read
order by "last_event_at" desc, "id" desc
limit $2;

-- findUnreadSessions, after another
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and NOT names_read
  and (last_event_at, id) < ($2::timestamptz, $3::uuid)
order by "last_event_at" desc, "id" desc
limit $4;

-- sessionKeys
select "id"
from "session"
where "revision" > $1
  and "project_name" = $2
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
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
order by "last_event_at" desc, "id" desc
limit $2 offset $3;
