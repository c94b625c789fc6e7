-- What a line says about its session, without secrets and cut: title, title_rank (a title that a person chose goes before
-- one that was generated), prompt (the beginning of what a user typed), cwd and git_branch. One column, since each costs
-- every insert, and only a recount reads them.
ALTER TABLE session_line
  ADD COLUMN IF NOT EXISTS names Map(String, String) DEFAULT map() CODEC(ZSTD),
  -- The part of `cache_write` that is kept for an hour, which costs more.
  ADD COLUMN IF NOT EXISTS cache_write_1h UInt64 DEFAULT 0;
