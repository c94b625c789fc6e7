-- What the functions of session-purge-store.ts send. To renew: npm test -- removal-stores.store.test -u

-- findForgottenSessions, of a project
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where purged_below <= highest_line
  AND received_at < $1::timestamptz
  AND project_name = $2
  and "received_at" >= $3
order by "received_at"
limit $4;

-- findForgottenSessions, of the others
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where purged_below <= highest_line
  AND received_at < $1::timestamptz
  AND project_name <> ALL($2::text[])
  and "received_at" >= $3
order by "received_at"
limit $4;

-- countForgottenSessions

SELECT project, sessions, lines
FROM ((
  SELECT project_name AS project, count(*)::integer AS sessions,
    sum(line_count - coalesce((purged_summary ->> 'lineCount')::integer, 0))::integer AS lines
  FROM session WHERE purged_below <= highest_line AND received_at < $1::timestamptz AND project_name = $2
  GROUP BY project_name) UNION ALL (
  SELECT project_name AS project, count(*)::integer AS sessions,
    sum(line_count - coalesce((purged_summary ->> 'lineCount')::integer, 0))::integer AS lines
  FROM session WHERE purged_below <= highest_line AND received_at < $3::timestamptz AND project_name <> ALL($4::text[])
  GROUP BY project_name)) AS due
ORDER BY lines DESC, project
LIMIT 100;

-- countSessionsToPurge, of a user

SELECT count(*)::integer AS sessions,
  coalesce(sum(line_count - coalesce((purged_summary ->> 'lineCount')::integer, 0)), 0)::integer AS lines
FROM session
WHERE revision > 0
  AND purged_below <= highest_line
  AND user_id = $1::uuid
  ;

-- countSessionsToPurge, by everything

SELECT count(*)::integer AS sessions,
  coalesce(sum(line_count - coalesce((purged_summary ->> 'lineCount')::integer, 0)), 0)::integer AS lines
FROM session
WHERE revision > 0
  AND purged_below <= highest_line
  AND last_event_at < $1::timestamptz
  AND user_id = $2::uuid
  AND session_id = $3;

-- findSessionsToPurge, from before a time
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and "id" > $2
  and (purged_below <= highest_line OR names <> '{}' OR acknowledged_once > highest_line)
  and "last_event_at" < $3
order by "id"
limit $4;

-- findSessionsToPurge, of a user
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and "id" > $2
  and (purged_below <= highest_line OR names <> '{}' OR acknowledged_once > highest_line)
  and "user_id" = $3
order by "id"
limit $4;

-- findSessionsToPurge, by everything
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage_only_lines", "usage", "models", "names", "names_read", "activity_counted", "project_name", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "revision" > $1
  and "id" > $2
  and (purged_below <= highest_line OR names <> '{}' OR acknowledged_once > highest_line)
  and "last_event_at" < $3
  and "user_id" = $4
  and "session_id" = $5
order by "id"
limit $6;

-- insertPurge
insert into "session_purge" ("session", "revision")
values ($1, $2)
on conflict ("session")
do update set "revision" = $3;

-- listPurges
select "session", "revision"
from "session_purge"
order by "session"
limit $1;

-- deletePurges

DELETE FROM session_purge USING jsonb_to_recordset($1::jsonb) AS done (session uuid, revision bigint)
WHERE session_purge.session = done.session
  AND session_purge.revision = done.revision;
