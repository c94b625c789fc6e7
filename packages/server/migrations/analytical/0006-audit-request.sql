-- The page of a failed sign-in gives its request id as a reference, by which an admin finds the record.
ALTER TABLE audit_event ADD INDEX IF NOT EXISTS by_request_id request_id TYPE bloom_filter(0.01) GRANULARITY 1;
