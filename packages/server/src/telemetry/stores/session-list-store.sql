-- What the functions of session-list-store.ts send. To renew: npm test -- stores.store.test -u

-- listSessionRows, of anybody
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
order by "last_event_at" desc, "id" desc
limit $2 offset $3;

-- listSessionRows, with every filter
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and "final" = $2
  and "last_event_at" >= $3
  and "last_event_at" < $4
  and "parent_session_id" is null
  and id IN (
SELECT activity.session FROM session_activity AS activity
WHERE activity.server = $5 AND activity.server <> '')
  and "user_id" = $6
  and user_id = any($7::uuid[])
  and "harness" = $8
  and "agent_id" = $9
  and "project_name" = $10
  and models @> array[$11]::text[]
  and (tool_failures + error_events > 0) = $12
  and "last_event_at" >= $13
  and "started_at" <= $14
  and id = any($15::uuid[])
order by "last_event_at" desc, "id" desc
limit $16 offset $17;

-- listSessionRows, after another
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and "user_id" = $2
  and (last_event_at, id) < ($3::timestamptz, $4::uuid)
order by "last_event_at" desc, "id" desc
limit $5 offset $6;

-- listSessionRows, of members of a team
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and user_id = any($2::uuid[])
order by "last_event_at" desc, "id" desc
limit $3 offset $4;

-- listSessionRows, of a server
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and id IN (
SELECT activity.session FROM session_activity AS activity
WHERE activity.server = $2 AND activity.server <> '')
order by "last_event_at" desc, "id" desc
limit $3 offset $4;

-- listSessionRows, that called a tool
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and EXISTS (SELECT FROM session_tool_activity AS activity WHERE activity.session = session.id AND activity.tool = $2 AND activity.calls > 0 AND activity.minute >= date_trunc('minute', $3::timestamptz))
  and "last_event_at" >= $4
order by "last_event_at" desc, "id" desc
limit $5 offset $6;

-- listSessionRows, with an error
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and EXISTS (SELECT FROM session_tool_activity AS activity WHERE activity.session = session.id AND activity.error = $2 AND activity.error <> '')
order by "last_event_at" desc, "id" desc
limit $3 offset $4;

-- listSessionRows, by calls
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "id" in (select "id" from "session" where "revision" > $1 order by "tool_calls" desc, "id" desc limit $2 offset $3)
order by "tool_calls" desc, "id" desc;

-- listSessionRows, of one person, by calls
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "id" in (select "id" from "session" where "revision" > $1 and "user_id" = $2 order by "tool_calls" desc, "id" desc limit $3 offset $4)
order by "tool_calls" desc, "id" desc;

-- listSessionKeys, of anybody
select "id", "user_id"
from "session"
where "revision" > $1
order by "last_event_at" desc, "id" desc
limit $2;

-- listSessionKeys, of one person, by failures
select "id", "user_id"
from "session"
where "revision" > $1
  and "user_id" = $2
order by "tool_failures" desc, "id" desc
limit $3;

-- listSessionKeys, of anybody, by start
select "id", "user_id"
from "session"
where "revision" > $1
order by "started_at" desc, "id" desc
limit $2;

-- countSessionsByDay, of anybody
select to_char(last_event_at AT TIME ZONE $1::text, 'YYYY-MM-DD') as "day", count(*)::integer as "sessions", sum(tool_failures)::integer as "tool_failures"
from "session"
where "revision" > $2
group by 1
order by 1 desc;

-- countSessionsByDay, of anybody, with failures
select to_char(last_event_at AT TIME ZONE $1::text, 'YYYY-MM-DD') as "day", count(*)::integer as "sessions", sum(tool_failures)::integer as "tool_failures"
from "session"
where "revision" > $2
  and "parent_session_id" is null
  and (tool_failures + error_events > 0) = $3
group by 1
order by 1 desc;

-- countSessionsByDay, with every filter
select to_char(last_event_at AT TIME ZONE $1::text, 'YYYY-MM-DD') as "day", count(*)::integer as "sessions", sum(tool_failures)::integer as "tool_failures"
from "session"
where "revision" > $2
  and "final" = $3
  and "last_event_at" >= $4
  and "last_event_at" < $5
  and "parent_session_id" is null
  and id IN (
SELECT activity.session FROM session_activity AS activity
WHERE activity.server = $6 AND activity.server <> '')
  and "user_id" = $7
  and user_id = any($8::uuid[])
  and "harness" = $9
  and "agent_id" = $10
  and "project_name" = $11
  and models @> array[$12]::text[]
  and (tool_failures + error_events > 0) = $13
  and "last_event_at" >= $14
  and "started_at" <= $15
  and id = any($16::uuid[])
group by 1
order by 1 desc;

-- countSubagents

SELECT parent.id, count(*)::integer AS subagents
FROM session AS parent
JOIN session AS child ON child.user_id = parent.user_id
  AND child.parent_session_id = parent.session_id
  AND child.harness = parent.harness
  AND child.project = parent.project
  AND child.id <> parent.id
WHERE parent.id = any($1::uuid[])
  AND child.parent_session_id IS NOT NULL
  AND child.revision > 0
GROUP BY parent.id;

-- countSessions, of anybody
select count(*) as "total"
from "session"
where "revision" > $1;

-- countSessions, with every filter
select count(*) as "total"
from "session"
where "revision" > $1
  and "final" = $2
  and "last_event_at" >= $3
  and "last_event_at" < $4
  and "parent_session_id" is null
  and id IN (
SELECT activity.session FROM session_activity AS activity
WHERE activity.server = $5 AND activity.server <> '')
  and "user_id" = $6
  and user_id = any($7::uuid[])
  and "harness" = $8
  and "agent_id" = $9
  and "project_name" = $10
  and models @> array[$11]::text[]
  and (tool_failures + error_events > 0) = $12
  and "last_event_at" >= $13
  and "started_at" <= $14
  and id = any($15::uuid[]);

-- findSessionsNamed, of anybody
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and "harness" = $2
  and "session_id" = $3
  and "project" = $4
order by "last_event_at" desc, "id" desc
limit $5;

-- findSessionsNamed, open to a reviewer
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
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

-- countUncountedSessions
select count(*) as "total"
from "session"
where "revision" > $1
  and "user_id" = $2
  and NOT activity_counted;

-- countPurgedSessions
select count(*) as "total"
from "session"
where "revision" > $1
  and "user_id" = $2
  and purged_below > 0;

-- findUnfinishedSessions, from the beginning
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and NOT "names_read"
order by "last_event_at" desc, "id" desc
limit $2;

-- findUnfinishedSessions, after another
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and NOT "activity_counted"
  and (last_event_at, id) < ($2::timestamptz, $3::uuid)
order by "last_event_at" desc, "id" desc
limit $4;

-- listOwnSessions, from the beginning
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and "user_id" = $2
order by "id"
limit $3;

-- listOwnSessions, after another
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and "user_id" = $2
  and "id" > $3
order by "id"
limit $4;

-- recentSessionIds
select "id"
from "session"
where "revision" > $1
  and "received_at" >= $2
  and purged_below <= highest_line
order by "received_at" desc
limit $3;

-- latestSession
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
order by "last_event_at" desc, "id" desc
limit $2 offset $3;
