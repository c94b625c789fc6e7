-- What the functions of outline-store.ts send. To renew: npm test -- activity-stores.store.test -u

-- outlineLines
SELECT line, at, shown, if(hasAny(kinds, ['user', 'tool_call', 'error']) OR position(shown, '"is_error":true') > 0, texts, []) AS texts, usage_key,
  model, cost_usd, input, output, cache_read, cache_write, cache_write_1h
FROM (
  SELECT line, live, at, shown, texts, kinds, usage_key,
    model, cost_usd, input, output, cache_read, cache_write, cache_write_1h
  FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32} ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
  AND (notEmpty(kinds) OR usage_key != '')
ORDER BY line
SETTINGS log_comment = 'telemetry.outline-lines', max_execution_time = 20, date_time_output_format = 'iso';
