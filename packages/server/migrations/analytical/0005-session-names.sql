-- What a line says about its session, without secrets and cut; "" where it says nothing. `title_rank`: a title that a
-- person chose goes before one that was generated. `prompt`: the beginning of what a user typed.
ALTER TABLE session_line
  ADD COLUMN IF NOT EXISTS title String DEFAULT '',
  ADD COLUMN IF NOT EXISTS title_rank UInt8 DEFAULT 0,
  ADD COLUMN IF NOT EXISTS prompt String DEFAULT '' CODEC(ZSTD),
  ADD COLUMN IF NOT EXISTS cwd LowCardinality(String) DEFAULT '',
  ADD COLUMN IF NOT EXISTS git_branch LowCardinality(String) DEFAULT '',
  -- The part of `cache_write` that is kept for an hour, which costs more.
  ADD COLUMN IF NOT EXISTS cache_write_1h UInt64 DEFAULT 0;
