-- What the functions of redaction-store.ts send. To renew: npm test -- activity-stores.store.test -u

-- sessionsBefore
SELECT session
FROM session_line
WHERE redaction < {version:UInt16}
  AND live
  AND session > {after:UUID}
ORDER BY session
LIMIT 1 BY session
LIMIT {limit:UInt32}
SETTINGS log_comment = 'telemetry.sessions-before-redaction', max_execution_time = 20, date_time_output_format = 'iso';

-- hasLinesBefore
SELECT count() AS lines
FROM (
  SELECT line, live, redaction FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32} ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
  AND redaction < {version:UInt16}
SETTINGS log_comment = 'telemetry.has-lines-before-redaction', max_execution_time = 20, date_time_output_format = 'iso';

-- linesBefore
SELECT * EXCEPT (live)
FROM (
  SELECT * FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32} ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
  AND redaction < {version:UInt16}
ORDER BY line
SETTINGS log_comment = 'telemetry.lines-before-redaction', max_execution_time = 20, date_time_output_format = 'iso';
