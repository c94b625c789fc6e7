-- By which version of the rules for secrets a line's texts were redacted; 0 for all that was stored before they had one.
-- When the rules change, a job redacts anew what is older (telemetry/redact-stored-lines.ts).
ALTER TABLE session_line ADD COLUMN IF NOT EXISTS redaction UInt16 DEFAULT 0;
-- Lets the job pass over everything that is up to date.
ALTER TABLE session_line ADD INDEX IF NOT EXISTS by_redaction redaction TYPE minmax GRANULARITY 1;
