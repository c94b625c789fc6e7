-- What the functions of repeat-count-store.ts send. To renew: npm test -- score-stores.store.test -u

-- countRepeats, of some
SELECT session, sum(length(keys)) AS calls, calls - uniqExactArray(keys) AS repeats
FROM (
  SELECT session, arrayMap(call -> sipHash128(JSONExtractRaw(call, 'tool_name'),
      if(JSONType(call, 'tool_input') = 'Null', '', concat('=', texts[JSONExtractUInt(call, 'tool_input') + 1]))),
    arrayFilter(event -> JSONExtractString(event, 'kind') = 'tool_call', JSONExtractArrayRaw(shown))) AS keys
  FROM session_line WHERE session IN {sessions:Array(UUID)} AND (session, line, revision) IN (
    SELECT session, line, revision FROM (
      SELECT session, line, revision, live, tool_calls FROM session_line
      WHERE session IN {sessions:Array(UUID)}
        AND line <= {ends:Array(UInt32)}[indexOf({sessions:Array(UUID)}, session)]
      ORDER BY session, line, revision DESC LIMIT 1 BY session, line
    ) WHERE live AND tool_calls > 0
  ) LIMIT 1 BY session, line
)
GROUP BY session
SETTINGS log_comment = 'telemetry.count-repeats', max_execution_time = 20, date_time_output_format = 'iso';

-- countRepeats, of none
