-- What the functions of repeats-store.ts send. To renew: npm test -- score-stores.store.test -u

-- outdatedOfAgent

SELECT session.id AS session, session.revision, session.highest_line
FROM session
LEFT JOIN session_repeats ON session_repeats.session = session.id
WHERE session.agent_id = $1::uuid
  AND session.revision > 0
  AND session.last_event_at >= $2::timestamptz
  AND session.purged_below = 0
  AND session.tool_calls > 0
  AND session_repeats.revision IS DISTINCT
FROM session.revision
ORDER BY session.id;

-- outdatedSince

SELECT session.id AS session, session.revision, session.highest_line
FROM session
LEFT JOIN session_repeats ON session_repeats.session = session.id
WHERE session.received_at >= $1::timestamptz
  AND session.purged_below <= session.highest_line
  AND session.agent_id IS NOT NULL
  AND session.revision > 0
  AND session.purged_below = 0
  AND session.tool_calls > 0
  AND session_repeats.revision IS DISTINCT
FROM session.revision
ORDER BY session.received_at
LIMIT $2;

-- saveRepeats

INSERT INTO session_repeats (session, revision, calls, repeats)
SELECT session, revision, calls, repeats
FROM jsonb_to_recordset($1::jsonb)
  AS counted (session uuid, revision bigint, calls integer, repeats integer)
ON CONFLICT (session)
DO UPDATE SET revision = excluded.revision, calls = excluded.calls, repeats = excluded.repeats
WHERE session_repeats.revision < excluded.revision;
