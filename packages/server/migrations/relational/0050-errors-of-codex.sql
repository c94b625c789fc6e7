-- The errors of Codex's commands are told apart by what the commands printed, not by the headings of their results. Sessions
-- from before are counted again from their lines, when something is stored next or by the job that does so. Belongs to the
-- telemetry module.
UPDATE session SET activity_counted = false
WHERE activity_counted AND harness = 'codex' AND tool_failures > 0 AND purged_below <= highest_line;
