-- What the functions of session-purge-store.ts send. To renew: npm test -- stores.store.test -u

-- findForgottenSessions
select "id", "user_id", "project", "harness", "session_id", "acknowledged_line", "acknowledged_offset", "generation", "confirmed", "highest_line", "acknowledged_once", "purged_below", "purged_summary", "revision", "lease_holder", "lease_until", "attempt", "final", "agent_ref", "agent_id", "agent_version", "layer_hash", "parent_session_id", "total_credits", "line_count", "events", "prompts", "tool_calls", "tool_failures", "error_events", "unreadable_lines", "usage", "models", "started_at", "last_event_at", "received_at", "context", "integrity_ok", "server_hash", "repair_from_line", "checked_at"
from "session"
where "received_at" < $1
  and purged_below <= highest_line
order by "received_at"
limit $2;

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
