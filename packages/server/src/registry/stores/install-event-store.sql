-- What the functions of install-event-store.ts send. To renew: npm test -- usage-stores.store.test -u

-- append
INSERT INTO install_event (item_id, installed_at, event_id, kind, version, harness, user_id, agent_id) FORMAT JSONEachRow;

-- figuresOf
SELECT
  multiIf(grouping(harness) = 0, 'harness', grouping(version) = 0, 'version', grouping(day) = 0, 'day', 'all') AS part,
  multiIf(part = 'harness', toString(harness), part = 'version', version, part = 'day', toString(day), '') AS value,
  uniqExact(event_id) AS downloads, uniqExact(user_id) AS users, maxOrNull(installed_at) AS last_at
FROM (
  SELECT harness, version, toDate(installed_at, 'UTC') AS day, event_id, user_id, installed_at
  FROM install_event WHERE item_id = {item:UUID} AND installed_at >= parseDateTime64BestEffort({from:String}, 3, 'UTC')
)
GROUP BY GROUPING SETS ((), (harness), (version), (day))
ORDER BY part, value
SETTINGS log_comment = 'registry.install-figures', max_execution_time = 20, date_time_output_format = 'iso';

-- usersOf
SELECT user_id, uniqExact(event_id) AS downloads
FROM install_event
WHERE item_id = {item:UUID}
  AND installed_at >= parseDateTime64BestEffort({from:String}, 3, 'UTC')
GROUP BY user_id
ORDER BY downloads DESC, user_id
LIMIT {limit:UInt32}
SETTINGS log_comment = 'registry.install-users', max_execution_time = 20, date_time_output_format = 'iso';
