-- What the functions of line-store.ts send. To renew: npm test -- stores.store.test -u

-- append
INSERT INTO session_line (session, line, revision, user_id, harness, received_at, at, end_byte, raw, outcome, line_type, known, shown, texts, kinds, tool_calls, tool_failures, model, usage_key, input, output, cache_read, cache_write, cache_write_1h, cost_usd, names, redaction) FORMAT JSONEachRow;

-- inRange
SELECT line, raw, end_byte
FROM (
  SELECT line, live, raw, end_byte FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
SETTINGS log_comment = 'telemetry.lines-in-range', max_execution_time = 20, date_time_output_format = 'iso';

-- neighboursOf
SELECT line, at, received_at, line_type, model, usage_key, input, output, cache_read, cache_write, cache_write_1h
FROM (
  SELECT line, live, at, received_at, line_type, model, usage_key, input, output, cache_read, cache_write, cache_write_1h FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
ORDER BY line
SETTINGS log_comment = 'telemetry.neighbour-lines', max_execution_time = 20, date_time_output_format = 'iso';

-- leftBehind
SELECT line, at, received_at, line_type, model, usage_key, input, output, cache_read, cache_write, cache_write_1h
FROM (
  SELECT line, live, at, received_at, line_type, model, usage_key, input, output, cache_read, cache_write, cache_write_1h FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32} AND revision > {revision:UInt64}
  ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
SETTINGS log_comment = 'telemetry.left-behind-lines', max_execution_time = 20, date_time_output_format = 'iso';

-- supersede
INSERT INTO superseded_line (session, line, revision, superseded_at, end_byte, raw)
SELECT {session:UUID}, line, revision, now64(3), end_byte, raw
FROM (
  SELECT line, live, revision, end_byte, raw FROM session_line
  WHERE session = {session:UUID} AND line IN {lines:Array(UInt32)} ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
SETTINGS log_comment = 'telemetry.supersede-lines', insert_deduplicate = 0;

-- supersedeRange
INSERT INTO superseded_line (session, line, revision, superseded_at, end_byte, raw)
SELECT {session:UUID}, line, revision, now64(3), end_byte, raw
FROM (
  SELECT line, live, revision, end_byte, raw FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
SETTINGS log_comment = 'telemetry.copy-range', insert_deduplicate = 0;

-- moveEnds
INSERT INTO session_line
SELECT * REPLACE ({revision:UInt64} AS revision,
  transform(line, {lines:Array(UInt32)}, {ends:Array(UInt64)}, toUInt64(0)) AS end_byte)
FROM (
  SELECT * FROM session_line WHERE session = {session:UUID} AND line IN {lines:Array(UInt32)}
  ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
SETTINGS log_comment = 'telemetry.move-ends', insert_deduplicate = 0;

-- giveTime
INSERT INTO session_line
SELECT * REPLACE ({revision:UInt64} AS revision, parseDateTime64BestEffort({at:String}, 3, 'UTC') AS at)
FROM (
  SELECT * FROM (
    SELECT * FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32} ORDER BY line, revision DESC LIMIT 1 BY line
  ) WHERE live AND at = received_at
)
SETTINGS log_comment = 'telemetry.give-time', insert_deduplicate = 0;

-- nameLines
INSERT INTO session_line
SELECT * REPLACE ({revision:UInt64} AS revision, mapFilter((name, text) -> text != '', map(
    'title', transform(line, {lines:Array(UInt32)}, {title:Array(String)}, ''),
    'title_rank', transform(line, {lines:Array(UInt32)}, {title_rank:Array(String)}, ''),
    'prompt', transform(line, {lines:Array(UInt32)}, {prompt:Array(String)}, ''),
    'cwd', transform(line, {lines:Array(UInt32)}, {cwd:Array(String)}, ''),
    'git_branch', transform(line, {lines:Array(UInt32)}, {git_branch:Array(String)}, ''))) AS names)
FROM (
  SELECT * FROM session_line WHERE session = {session:UUID} AND line IN {lines:Array(UInt32)}
  ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
SETTINGS log_comment = 'telemetry.name-lines', insert_deduplicate = 0;

-- cutOff
INSERT INTO session_line (session, line, revision, live, user_id, harness, received_at, at, outcome)
SELECT {session:UUID}, line, {revision:UInt64}, 0, user_id, harness, received_at, at, outcome
FROM (
  SELECT line, live, revision, user_id, harness, received_at, at, outcome FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
SETTINGS log_comment = 'telemetry.cut-off', insert_deduplicate = 0;

-- highestIn
SELECT max(line) AS line, count() AS lines
FROM (SELECT line, outcome FROM (
  SELECT line, live, outcome FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  ORDER BY line, revision DESC LIMIT 1 BY line
) WHERE live)
SETTINGS log_comment = 'telemetry.highest-line', max_execution_time = 20, date_time_output_format = 'iso';

-- endByteOf
SELECT line, end_byte
FROM (
  SELECT line, live, end_byte FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
SETTINGS log_comment = 'telemetry.end-byte', max_execution_time = 20, date_time_output_format = 'iso';

-- active
SELECT line, at, model, input, output, cache_read, cache_write, cache_write_1h, cost_usd, shown
FROM (
  SELECT line, live, at, model, input, output, cache_read, cache_write, cache_write_1h, cost_usd, shown FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32}
  ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
SETTINGS log_comment = 'telemetry.active-lines', max_execution_time = 20, date_time_output_format = 'iso';

-- startsOfTexts
SELECT line, arrayMap(text -> substringUTF8(text, 1, 1000), texts) AS starts
FROM (SELECT line, texts FROM (
  SELECT line, live, texts FROM session_line WHERE session = {session:UUID} AND line IN {lines:Array(UInt32)}
  ORDER BY line, revision DESC LIMIT 1 BY line
) WHERE live)
SETTINGS log_comment = 'telemetry.starts-of-texts', max_execution_time = 20, date_time_output_format = 'iso';

-- audit, of lines
SELECT length(sorted) AS lines,
  lower(hex(SHA256(arrayStringConcat(arrayMap(pair -> pair.2, sorted))))) AS hash,
  arrayFirstIndex((pair, at) -> pair.1 != at, sorted, range(length(sorted))) AS gap
FROM (
  SELECT arraySort(groupArray((line, digest))) AS sorted FROM (
    SELECT line, live, concat(lower(hex(SHA256(raw))), '\n') AS digest FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32}
    ORDER BY line, revision DESC LIMIT 1 BY line
  ) WHERE live
)
SETTINGS log_comment = 'telemetry.audit', max_execution_time = 20, date_time_output_format = 'iso';

-- audit, of none

-- recount, of lines
SELECT model, cost_usd IS NOT NULL AS stated, count() AS lines, sum(length(kinds)) AS events,
  sum(arrayCount(kind -> kind = 'user', kinds)) AS prompts, sum(arrayCount(kind -> kind = 'error', kinds)) AS errors,
  sum(tool_calls) AS calls, sum(tool_failures) AS failures, countIf(outcome = 'unreadable') AS unreadable,
  sum(input) AS input_tokens, sum(output) AS output_tokens, sum(cache_read) AS read_tokens,
  sum(cache_write) AS write_tokens, sum(cache_write_1h) AS hour_tokens, sumOrNull(cost_usd) AS cost,
  countIf(usage_key != '') AS usages, countIf(usage_key != '' AND empty(kinds)) AS usage_only,
  min(at) AS first_at, max(at) AS last_at,
  argMaxIf(names['title'], (toUInt8OrZero(names['title_rank']), line), names['title'] != '') AS titled, argMaxIf(line, (toUInt8OrZero(names['title_rank']), line), names['title'] != '') AS titled_line, argMaxIf(toUInt8OrZero(names['title_rank']), (toUInt8OrZero(names['title_rank']), line), names['title'] != '') AS titled_rank,
  argMinIf(names['prompt'], line, names['prompt'] != '') AS prompted, argMinIf(line, line, names['prompt'] != '') AS prompted_line, argMinIf(names['cwd'], line, names['cwd'] != '') AS placed, argMinIf(line, line, names['cwd'] != '') AS placed_line,
  argMaxIf(names['git_branch'], line, names['git_branch'] != '') AS branched, argMaxIf(line, line, names['git_branch'] != '') AS branched_line
FROM (
  SELECT line, live, model, kinds, tool_calls, tool_failures, outcome, input, output, cache_read, cache_write,
    cache_write_1h, cost_usd, usage_key, at, names
  FROM session_line WHERE session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32} ORDER BY line, revision DESC LIMIT 1 BY line
)
WHERE live
GROUP BY model, stated
SETTINGS log_comment = 'telemetry.recount', max_execution_time = 20, date_time_output_format = 'iso';

-- recount, of none
