-- By which version of the rules for secrets a line's texts were redacted; 0 for all that was stored before they had one.
-- When the rules change, a job redacts anew what is older (telemetry/redact-stored-lines.ts). Without an index: it would
-- cost every insert two more files, and the column, which is nearly constant, is read through in no time.
ALTER TABLE session_line ADD COLUMN IF NOT EXISTS redaction UInt16 DEFAULT 0;
