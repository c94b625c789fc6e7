-- What is too old is one range of a project that has days of its own. Without it everything that is older than the shortest days of
-- any project was read again and again. Belongs to the telemetry module.
CREATE INDEX session_received_of_project ON session (project_name, received_at) WHERE purged_below <= highest_line;
