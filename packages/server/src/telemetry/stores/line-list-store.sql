-- What the functions of line-list-store.ts send. To renew: npm test -- stores.store.test -u

-- rawLines
SELECT line, end_byte, raw
FROM (
  SELECT line, live, end_byte, raw FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
ORDER BY line
LIMIT {limit:UInt32}
SETTINGS log_comment = 'telemetry.raw-lines', max_execution_time = 20, date_time_output_format = 'iso';

-- countLines
SELECT count() AS lines
FROM (SELECT line, outcome FROM (
  SELECT line, live, outcome FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  ORDER BY line, revision DESC LIMIT 1 BY line
) WHERE live)
SETTINGS log_comment = 'telemetry.count-lines', max_execution_time = 20, date_time_output_format = 'iso';

-- lineAt
SELECT line
FROM (SELECT line, outcome FROM (
  SELECT line, live, outcome FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  ORDER BY line, revision DESC LIMIT 1 BY line
) WHERE live)
ORDER BY line
LIMIT 1 OFFSET {offset:UInt32}
SETTINGS log_comment = 'telemetry.line-at', max_execution_time = 20, date_time_output_format = 'iso';

-- supersededLines
SELECT line, end_byte, raw
FROM superseded_line
WHERE session = {session:UUID}
  AND line >= {from:UInt32}
ORDER BY line, revision
LIMIT 1 BY line, revision
LIMIT {limit:UInt32} OFFSET {offset:UInt32}
SETTINGS log_comment = 'telemetry.superseded-lines', max_execution_time = 20, date_time_output_format = 'iso';

-- countSuperseded
SELECT uniqExact(line, revision) AS lines
FROM superseded_line
WHERE session = {session:UUID}
  AND line >= {from:UInt32}
SETTINGS log_comment = 'telemetry.count-superseded', max_execution_time = 20, date_time_output_format = 'iso';

-- shownLines, of one session
SELECT session, line, at, shown, texts, model, cost_usd, input, output, cache_read, cache_write, cache_write_1h
FROM (
  SELECT session, line, live, at, shown, texts, kinds, model, cost_usd, input, output, cache_read, cache_write, cache_write_1h
  FROM session_line WHERE session IN {sessions:Array(UUID)} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  AND line <= {ends:Array(UInt32)}[indexOf({sessions:Array(UUID)}, session)]
  ORDER BY session, line, revision DESC LIMIT 1 BY session, line
)
WHERE live
  AND notEmpty(kinds)
  AND (empty({kinds:Array(String)}) OR hasAny(kinds, {kinds:Array(String)}))
ORDER BY session, line
LIMIT {limit:UInt32} BY session
SETTINGS log_comment = 'telemetry.shown-lines', max_execution_time = 20, date_time_output_format = 'iso';

-- shownLines, of several
SELECT session, line, at, shown, texts, model, cost_usd, input, output, cache_read, cache_write, cache_write_1h
FROM (
  SELECT session, line, live, at, shown, texts, kinds, model, cost_usd, input, output, cache_read, cache_write, cache_write_1h
  FROM session_line WHERE session IN {sessions:Array(UUID)} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  AND line <= {ends:Array(UInt32)}[indexOf({sessions:Array(UUID)}, session)]
  ORDER BY session, line, revision DESC LIMIT 1 BY session, line
)
WHERE live
  AND notEmpty(kinds)
  AND (empty({kinds:Array(String)}) OR hasAny(kinds, {kinds:Array(String)}))
ORDER BY session, line
LIMIT {limit:UInt32} BY session
SETTINGS log_comment = 'telemetry.shown-lines', max_execution_time = 20, date_time_output_format = 'iso';
SELECT session, line, at, shown, texts, model, cost_usd, input, output, cache_read, cache_write, cache_write_1h
FROM (
  SELECT session, line, live, at, shown, texts, kinds, model, cost_usd, input, output, cache_read, cache_write, cache_write_1h
  FROM session_line WHERE session IN {sessions:Array(UUID)} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  AND line <= {ends:Array(UInt32)}[indexOf({sessions:Array(UUID)}, session)]
  ORDER BY session, line, revision DESC LIMIT 1 BY session, line
)
WHERE live
  AND notEmpty(kinds)
  AND (empty({kinds:Array(String)}) OR hasAny(kinds, {kinds:Array(String)}))
ORDER BY session, line
LIMIT {limit:UInt32} BY session
SETTINGS log_comment = 'telemetry.shown-lines', max_execution_time = 20, date_time_output_format = 'iso';

-- silentUsage, of the line before
SELECT session, coalesce(before, after) AS line,
  model, sumOrNull(cost) AS cost_usd, sum(inputs) AS input, sum(outputs) AS output, sum(reads) AS cache_read,
  sum(writes) AS cache_write, sum(hour_writes) AS cache_write_1h
FROM (
  SELECT session, notEmpty(kinds) AS is_shown, model, usage_key, cost_usd AS cost, input AS inputs, output AS outputs,
    cache_read AS reads, cache_write AS writes, cache_write_1h AS hour_writes,
    maxOrNullIf(number, is_shown) OVER (PARTITION BY session ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS before,
    minOrNullIf(number, is_shown) OVER (PARTITION BY session ORDER BY number ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS after
  FROM (
    SELECT session, line AS number, live, kinds, usage_key, model, cost_usd, input, output, cache_read, cache_write, cache_write_1h
    FROM session_line WHERE session IN {sessions:Array(UUID)} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  AND line <= {ends:Array(UInt32)}[indexOf({sessions:Array(UUID)}, session)] ORDER BY session, line, revision DESC LIMIT 1 BY session, line
  ) WHERE live AND (is_shown OR usage_key != '')
)
WHERE NOT is_shown
  AND line BETWEEN {first:UInt32} AND {last:UInt32}
GROUP BY session, line, model
ORDER BY session, line, model
SETTINGS log_comment = 'telemetry.silent-usage', max_execution_time = 20, date_time_output_format = 'iso';

-- silentUsage, of the line after, in several sessions
SELECT session, coalesce(after, before) AS line,
  model, sumOrNull(cost) AS cost_usd, sum(inputs) AS input, sum(outputs) AS output, sum(reads) AS cache_read,
  sum(writes) AS cache_write, sum(hour_writes) AS cache_write_1h
FROM (
  SELECT session, notEmpty(kinds) AS is_shown, model, usage_key, cost_usd AS cost, input AS inputs, output AS outputs,
    cache_read AS reads, cache_write AS writes, cache_write_1h AS hour_writes,
    maxOrNullIf(number, is_shown) OVER (PARTITION BY session ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS before,
    minOrNullIf(number, is_shown) OVER (PARTITION BY session ORDER BY number ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS after
  FROM (
    SELECT session, line AS number, live, kinds, usage_key, model, cost_usd, input, output, cache_read, cache_write, cache_write_1h
    FROM session_line WHERE session IN {sessions:Array(UUID)} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  AND line <= {ends:Array(UInt32)}[indexOf({sessions:Array(UUID)}, session)] ORDER BY session, line, revision DESC LIMIT 1 BY session, line
  ) WHERE live AND (is_shown OR usage_key != '')
)
WHERE NOT is_shown
  AND line BETWEEN {first:UInt32} AND {last:UInt32}
GROUP BY session, line, model
ORDER BY session, line, model
SETTINGS log_comment = 'telemetry.silent-usage', max_execution_time = 20, date_time_output_format = 'iso';
SELECT session, coalesce(after, before) AS line,
  model, sumOrNull(cost) AS cost_usd, sum(inputs) AS input, sum(outputs) AS output, sum(reads) AS cache_read,
  sum(writes) AS cache_write, sum(hour_writes) AS cache_write_1h
FROM (
  SELECT session, notEmpty(kinds) AS is_shown, model, usage_key, cost_usd AS cost, input AS inputs, output AS outputs,
    cache_read AS reads, cache_write AS writes, cache_write_1h AS hour_writes,
    maxOrNullIf(number, is_shown) OVER (PARTITION BY session ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS before,
    minOrNullIf(number, is_shown) OVER (PARTITION BY session ORDER BY number ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS after
  FROM (
    SELECT session, line AS number, live, kinds, usage_key, model, cost_usd, input, output, cache_read, cache_write, cache_write_1h
    FROM session_line WHERE session IN {sessions:Array(UUID)} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  AND line <= {ends:Array(UInt32)}[indexOf({sessions:Array(UUID)}, session)] ORDER BY session, line, revision DESC LIMIT 1 BY session, line
  ) WHERE live AND (is_shown OR usage_key != '')
)
WHERE NOT is_shown
  AND line BETWEEN {first:UInt32} AND {last:UInt32}
GROUP BY session, line, model
ORDER BY session, line, model
SETTINGS log_comment = 'telemetry.silent-usage', max_execution_time = 20, date_time_output_format = 'iso';

-- linesLike, forwards
SELECT line, shown, texts
FROM (
  SELECT line, live, shown, texts, kinds FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
  AND notEmpty(kinds)
  AND (empty({kinds:Array(String)}) OR hasAny(kinds, {kinds:Array(String)}))
  AND (NOT {failed:UInt8} OR has(kinds, 'error') OR position(shown, '"is_error":true') > 0)
  AND (empty({text:String}) OR arrayExists(each -> positionCaseInsensitiveUTF8(each, {text:String}) > 0, texts)
    OR arrayExists(each -> positionCaseInsensitiveUTF8(JSONExtractString(each, 'tool_name'), {text:String}) > 0,
    JSONExtractArrayRaw(shown)))
ORDER BY line ASC
LIMIT {limit:UInt32}
SETTINGS log_comment = 'telemetry.lines-like', max_execution_time = 20, date_time_output_format = 'iso';

-- linesLike, backwards
SELECT line, shown, texts
FROM (
  SELECT line, live, shown, texts, kinds FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
  AND notEmpty(kinds)
  AND (empty({kinds:Array(String)}) OR hasAny(kinds, {kinds:Array(String)}))
  AND (NOT {failed:UInt8} OR has(kinds, 'error') OR position(shown, '"is_error":true') > 0)
  AND (empty({text:String}) OR arrayExists(each -> positionCaseInsensitiveUTF8(each, {text:String}) > 0, texts)
    OR arrayExists(each -> positionCaseInsensitiveUTF8(JSONExtractString(each, 'tool_name'), {text:String}) > 0,
    JSONExtractArrayRaw(shown)))
ORDER BY line DESC
LIMIT {limit:UInt32}
SETTINGS log_comment = 'telemetry.lines-like', max_execution_time = 20, date_time_output_format = 'iso';

-- countKinds
SELECT sum(arrayCount(kind -> empty({kinds:Array(String)}) OR has({kinds:Array(String)}, kind), kinds)) AS events
FROM (
  SELECT line, live, kinds FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32} ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
SETTINGS log_comment = 'telemetry.count-kinds', max_execution_time = 20, date_time_output_format = 'iso';

-- placeOf
SELECT line, kinds, before
FROM (
  SELECT line, kinds, arrayCount(kind -> empty({kinds:Array(String)}) OR has({kinds:Array(String)}, kind), kinds) AS wanted, sum(wanted) OVER (ORDER BY line) - wanted AS before FROM (
    SELECT line, live, kinds FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32} ORDER BY line, revision DESC LIMIT 1 BY line
  ) WHERE live
)
WHERE before + wanted > {offset:UInt32}
ORDER BY line
LIMIT 1
SETTINGS log_comment = 'telemetry.place-of-event', max_execution_time = 20, date_time_output_format = 'iso';

-- sessionsWith, of one person
SELECT session
FROM session_line FINAL
WHERE live
  AND user_id = {user:UUID}
  AND (hasToken(lower(replaceAll(replaceAll(arrayStringConcat(texts, ' '), '\\n', ' '), '\\t', ' ')), {word0:String}) OR hasToken(lower(replaceAll(replaceAll(arrayStringConcat(texts, ' '), '\\n', ' '), '\\t', ' ')), {word1:String}))
  AND session IN (SELECT session FROM session_line WHERE live AND user_id = {user:UUID} AND (hasToken(lower(replaceAll(replaceAll(arrayStringConcat(texts, ' '), '\\n', ' '), '\\t', ' ')), {word0:String}) OR hasToken(lower(replaceAll(replaceAll(arrayStringConcat(texts, ' '), '\\n', ' '), '\\t', ' ')), {word1:String})) GROUP BY session HAVING countIf(hasToken(lower(replaceAll(replaceAll(arrayStringConcat(texts, ' '), '\\n', ' '), '\\t', ' ')), {word0:String})) > 0 AND countIf(hasToken(lower(replaceAll(replaceAll(arrayStringConcat(texts, ' '), '\\n', ' '), '\\t', ' ')), {word1:String})) > 0 ORDER BY max(at) DESC LIMIT {limit:UInt32})
GROUP BY session
HAVING countIf(hasToken(lower(replaceAll(replaceAll(arrayStringConcat(texts, ' '), '\\n', ' '), '\\t', ' ')), {word0:String})) > 0
  AND countIf(hasToken(lower(replaceAll(replaceAll(arrayStringConcat(texts, ' '), '\\n', ' '), '\\t', ' ')), {word1:String})) > 0
ORDER BY max(at) DESC
LIMIT {limit:UInt32}
SETTINGS log_comment = 'telemetry.sessions-with-words', max_execution_time = 20, date_time_output_format = 'iso';

-- sessionsWith, of anybody
SELECT session
FROM session_line FINAL
WHERE live
  AND (hasToken(lower(replaceAll(replaceAll(arrayStringConcat(texts, ' '), '\\n', ' '), '\\t', ' ')), {word0:String}))
  AND session IN (SELECT session FROM session_line WHERE live AND (hasToken(lower(replaceAll(replaceAll(arrayStringConcat(texts, ' '), '\\n', ' '), '\\t', ' ')), {word0:String})) GROUP BY session HAVING countIf(hasToken(lower(replaceAll(replaceAll(arrayStringConcat(texts, ' '), '\\n', ' '), '\\t', ' ')), {word0:String})) > 0 ORDER BY max(at) DESC LIMIT {limit:UInt32})
GROUP BY session
HAVING countIf(hasToken(lower(replaceAll(replaceAll(arrayStringConcat(texts, ' '), '\\n', ' '), '\\t', ' ')), {word0:String})) > 0
ORDER BY max(at) DESC
LIMIT {limit:UInt32}
SETTINGS log_comment = 'telemetry.sessions-with-words', max_execution_time = 20, date_time_output_format = 'iso';

-- countReceived, of some
SELECT count() AS lines
FROM session_line FINAL
WHERE session IN {sessions:Array(UUID)}
  AND live
  AND received_at >= parseDateTime64BestEffort({since:String}, 3, 'UTC')
SETTINGS log_comment = 'telemetry.count-received', max_execution_time = 20, date_time_output_format = 'iso';

-- countReceived, of none
