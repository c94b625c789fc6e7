-- What a session is called and where it ran, and usage that keeps one-hour cache writes and stated costs apart.

-- `names`: title, first prompt, working directory and branch, each with the line that says it.
-- `names_read`: whether the lines that were stored before this column existed have been looked through.
ALTER TABLE session
  ADD COLUMN names jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN names_read boolean NOT NULL DEFAULT false;

-- `project_name`: most exporters give no project, and then the name of the directory is what people would call it.
ALTER TABLE session ADD COLUMN project_name text;
UPDATE session SET project_name = project;
ALTER TABLE session ALTER COLUMN project_name SET NOT NULL;

-- Usage was an object by model. Now it is a list, with an entry of its own for what lines with a stated cost used.
CREATE FUNCTION pg_temp.usage_entries(usage jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'model', key,
    'input', value -> 'input',
    'output', value -> 'output',
    'cacheRead', value -> 'cacheRead',
    'cacheWrite', value -> 'cacheWrite',
    'cacheWrite1h', 0,
    'statedCostUsd', value -> 'costUsd'
  ) ORDER BY key), '[]')
  FROM jsonb_each(usage)
$$;

-- `usage_only_lines`: lines without events that have used tokens, which events beside them show. Nobody has counted them
-- in sessions that are stored already; any of their lines may be one.
ALTER TABLE session ADD COLUMN usage_only_lines integer NOT NULL DEFAULT 0;

UPDATE session SET usage = pg_temp.usage_entries(usage), usage_only_lines = line_count,
  purged_summary = purged_summary || jsonb_build_object(
    'usage', pg_temp.usage_entries(purged_summary -> 'usage'), 'names', '{}'::jsonb, 'usageOnlyLines', 0);
ALTER TABLE session ALTER COLUMN usage SET DEFAULT '[]';

-- The filter by project looks for the name.
DROP INDEX session_of_project;
CREATE INDEX session_of_project ON session (project_name, last_event_at DESC, id DESC);
CREATE INDEX session_names_unread ON session (last_event_at DESC, id DESC) WHERE NOT names_read AND revision > 0;

-- The words of the names, in a table of their own: the session's row is written with every batch, its names hardly ever.
CREATE TABLE session_words (
  session uuid PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
  words text[] NOT NULL
);
CREATE INDEX session_words_words ON session_words USING gin (words) WITH (fastupdate = off);

-- Words are cut as the analytical store and `searchWords` cut them: at everything in ASCII but letters and digits.
CREATE FUNCTION session_words_of(names jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT word), '{}')
  FROM regexp_split_to_table(
    translate(
      concat_ws(' ', names -> 'title' ->> 'text', names -> 'firstPrompt' ->> 'text', names -> 'cwd' ->> 'text',
        names -> 'gitBranch' ->> 'text'),
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'),
    '[\x01-\x2f\x3a-\x60\x7b-\x7f]+'
  ) AS word
  WHERE word <> ''
$$;

CREATE FUNCTION keep_session_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_words (session, words) VALUES (NEW.id, session_words_of(NEW.names))
  ON CONFLICT (session) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END
$$;
CREATE TRIGGER session_named AFTER INSERT ON session
  FOR EACH ROW WHEN (NEW.names <> '{}') EXECUTE FUNCTION keep_session_words();
-- Not for another line that says the same: nearly every batch has a later line with the branch.
CREATE TRIGGER session_renamed AFTER UPDATE OF names ON session
  FOR EACH ROW WHEN (
    NEW.names #> '{title,text}' IS DISTINCT FROM OLD.names #> '{title,text}'
    OR NEW.names #> '{firstPrompt,text}' IS DISTINCT FROM OLD.names #> '{firstPrompt,text}'
    OR NEW.names #> '{cwd,text}' IS DISTINCT FROM OLD.names #> '{cwd,text}'
    OR NEW.names #> '{gitBranch,text}' IS DISTINCT FROM OLD.names #> '{gitBranch,text}'
  ) EXECUTE FUNCTION keep_session_words();
