-- Budgets: an amount per period that warns and never blocks. Belongs to the budgets module.

CREATE TABLE budget (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  scope_type text NOT NULL CHECK (scope_type IN ('user', 'team', 'agent', 'all')),
  -- One of the three, or none for all. A budget goes with what it is about.
  user_id uuid REFERENCES user_account (id) ON DELETE CASCADE,
  team_id uuid REFERENCES team (id) ON DELETE CASCADE,
  agent_id uuid REFERENCES item (id) ON DELETE CASCADE,
  amount_usd double precision NOT NULL CHECK (amount_usd > 0 AND amount_usd <= 1e9),
  period text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused')),
  -- Null once the account is gone: nobody is left in whose name it is evaluated.
  created_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((scope_type = 'user') = (user_id IS NOT NULL)),
  CHECK ((scope_type = 'team') = (team_id IS NOT NULL)),
  CHECK ((scope_type = 'agent') = (agent_id IS NOT NULL))
);
CREATE INDEX budget_newest ON budget (created_at DESC, id DESC);
CREATE INDEX budget_of_user ON budget (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX budget_of_team ON budget (team_id) WHERE team_id IS NOT NULL;
CREATE INDEX budget_of_agent ON budget (agent_id) WHERE agent_id IS NOT NULL;
CREATE INDEX budget_of_creator ON budget (created_by);
CREATE INDEX budget_active ON budget (id) WHERE status = 'active' AND created_by IS NOT NULL;

-- Items are only marked as deleted, which no foreign key sees.
CREATE FUNCTION end_budgets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM budget WHERE agent_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER item_deleted_ends_budgets AFTER UPDATE OF deleted_at ON item FOR EACH ROW
  WHEN (NEW.deleted_at IS NOT NULL AND NEW.kind = 'agent') EXECUTE FUNCTION end_budgets();

-- Each level warns once in a period: of evaluations at the same moment the primary key lets one through.
CREATE TABLE budget_warning (
  budget_id uuid NOT NULL REFERENCES budget (id) ON DELETE CASCADE,
  period_start timestamptz NOT NULL,
  level smallint NOT NULL CHECK (level IN (80, 100)),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (budget_id, period_start, level)
);

-- Notifications of each user. Belongs to the inbox module.
CREATE TABLE inbox_entry (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  kind text NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  path text NOT NULL,
  -- Whatever tells the same twice says it under the same key.
  dedupe_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  read_at timestamptz,
  UNIQUE (user_id, dedupe_key)
);
CREATE INDEX inbox_entry_newest ON inbox_entry (user_id, created_at DESC, id DESC);
CREATE INDEX inbox_entry_unread ON inbox_entry (user_id, created_at DESC, id DESC) WHERE read_at IS NULL;
CREATE INDEX inbox_entry_age ON inbox_entry (created_at);
