import { randomUUID } from "node:crypto";
import { testStoreSql } from "../../test/store-sql/test-store-sql.js";
import * as budgets from "./budget-store.js";

/** Each of two thousand users has a budget of their own, a team's, and an agent's, with two warnings each. */
const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  INSERT INTO user_account (id, email, username, name, role, auth_provider)
  SELECT pg_temp.id(n), 'user' || n || '@example.com', 'user' || n, 'User ' || n, 'user', 'local'
  FROM generate_series(1, 2000) n;
  INSERT INTO team (id, name, handle, description, visibility)
  SELECT pg_temp.id(n), 'Team ' || n, 'team' || n, '', 'public' FROM generate_series(1, 2000) n;
  INSERT INTO item (id, kind, namespace, slug, name, owner, visibility, version, description, supported_harnesses, status,
    is_released, summary, facets, search_name)
  SELECT pg_temp.id(n), 'agent', 'user' || n, 'item-' || n, 'Item ' || n, 'Owner', 'public', '1.0.0', '', '{}', 'approved', true,
    '{}', '{}', '' FROM generate_series(1, 2000) n;
  INSERT INTO budget (id, name, scope_type, user_id, team_id, agent_id, amount_usd, period, status, created_by, created_at)
  SELECT pg_temp.id(n * 3 + kind), 'Budget ' || n, (ARRAY['user', 'team', 'agent'])[kind + 1],
    CASE WHEN kind = 0 THEN pg_temp.id(n) END, CASE WHEN kind = 1 THEN pg_temp.id(n) END,
    CASE WHEN kind = 2 THEN pg_temp.id(n) END, 100, 'month', CASE WHEN n % 10 = 0 THEN 'paused' ELSE 'active' END,
    pg_temp.id(n), now() - n * interval '1 minute'
  FROM generate_series(1, 2000) n, generate_series(0, 2) kind;
  INSERT INTO budget_warning (budget_id, period_start, level)
  SELECT budget.id, '2026-03-01', level FROM budget, unnest(ARRAY[80, 100]) level`;

const seeded = (number: number): string => `00000000-0000-0000-0000-${String(number).padStart(12, "0")}`;

/** A seeded user with their team, and the budget of the team. */
const [USER, TEAM, ID] = [seeded(7), seeded(7), seeded(22)];
const PAGE = { limit: 50, offset: 0 };
const MARCH = new Date("2026-03-01T00:00:00Z");
const APRIL = new Date("2026-04-01T00:00:00Z");
const NEW: budgets.NewBudget = {
  id: randomUUID(),
  name: "New",
  scope_type: "user",
  user_id: USER,
  team_id: null,
  agent_id: null,
  amount_usd: 10,
  period: "day",
  created_by: USER,
};

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  smallTables: [],
  stores: {
    "budget-store": {
      exports: budgets,
      calls: {
        insertBudget: ({ db }) => budgets.insertBudget(db, NEW),
        countBudgetsBy: ({ db }) => budgets.countBudgetsBy(db, USER),
        findBudget: ({ db }) => budgets.findBudget(db, ID),
        lockBudget: ({ db }) => budgets.lockBudget(db, ID),
        listBudgetsFor: {
          "a user": ({ db }) => budgets.listBudgetsFor(db, { userId: USER, teams: [TEAM], seesAll: false }, PAGE),
          "an admin": ({ db }) => budgets.listBudgetsFor(db, { userId: USER, teams: [], seesAll: true }, PAGE),
        },
        changeBudget: ({ db }) => budgets.changeBudget(db, ID, { amount_usd: 20, status: "paused" }),
        dropBudget: ({ db }) => budgets.dropBudget(db, ID),
        listActiveBudgets: ({ db }) => budgets.listActiveBudgets(db, ID, 100),
        insertWarnings: ({ db }) => budgets.insertWarnings(db, { budget_id: ID, period_start: APRIL }, [80, 100]),
        warnedLevels: ({ db }) => budgets.warnedLevels(db, ID, MARCH),
        latestWarningsOf: ({ db }) => budgets.latestWarningsOf(db, [ID], 12),
      },
      growing: {
        // A page for admins comes with the number of all.
        "listBudgetsFor, an admin": ["Seq Scan on budget"],
      },
    },
  },
});
