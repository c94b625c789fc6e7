import { testStoreSql } from "../../../test/store-sql/test-store-sql.js";
import type { RecordedStores } from "../../../test/store-sql/record-sql.js";
import * as canaries from "./canary-store.js";
import * as counts from "./repeat-count-store.js";
import * as repeats from "./repeats-store.js";
import * as scorecards from "./scorecard-store.js";
import * as views from "./session-view-store.js";
import * as weights from "./weight-store.js";

/** Twelve thousand sessions of five hundred agents; half of them are counted, and every third is rated. */
const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  INSERT INTO session (id, user_id, project, harness, session_id, agent_id, highest_line, revision, tool_calls, started_at,
    last_event_at, received_at, context, project_name)
  SELECT pg_temp.id(n), pg_temp.id(n % 400), 'p', 'codex', 'session-' || n, pg_temp.id(n % 500), 9, 1, 5,
    now() - n * interval '1 minute', now() - n * interval '1 minute', now() - n * interval '1 minute', '{}', 'p'
  FROM generate_series(1, 12000) n;
  INSERT INTO session_repeats (session, revision, calls, repeats)
  SELECT pg_temp.id(n * 2), 1, 5, 1 FROM generate_series(1, 6000) n;
  INSERT INTO user_account (id, email, username, name, role, auth_provider)
  SELECT pg_temp.id(n), 'user' || n || '@example.com', 'user' || n, 'User ' || n, 'user', 'local' FROM generate_series(1, 7) n;
  INSERT INTO session_rating (id, session, user_id, dimension, score)
  SELECT pg_temp.id(n), pg_temp.id(n * 3), pg_temp.id(7), 'goal_completion', 80 FROM generate_series(1, 4000) n;
  INSERT INTO session_view (user_id, name, params)
  SELECT pg_temp.id(1 + n % 7), 'view ' || n, '{}' FROM generate_series(1, 4000) n;
  INSERT INTO canary (id, agent_id, canary_type, injection_point, canary_value, needle, expected_behavior, created_at)
  SELECT pg_temp.id(n), pg_temp.id(n % 500), 'numeric', 'skill', n::text, n::text, 'ignored', now() FROM generate_series(1, 12000) n;
  INSERT INTO canary_report (canary, session, agent_id, agent_behavior, penalty, detected_at)
  SELECT pg_temp.id(n), pg_temp.id(n), pg_temp.id(n % 500), 'ignored', 0, now() FROM generate_series(1, 12000) n`;

const ID = "00000000-0000-0000-0000-000000000007";
const FROM = "2026-01-01T00:00:00.000Z";
const TO = "2026-12-31T00:00:00.000Z";
const RECENTLY = new Date(Date.now() - 5 * 60_000);
const PAGE = { limit: 50, offset: 0 };

const CANARY: canaries.NewCanary = {
  id: "00000000-0000-0000-0000-000000099999",
  agent_id: ID,
  canary_type: "numeric",
  injection_point: "skill",
  canary_value: "482913057716",
  needle: "482913057716",
  expected_behavior: "ignored",
  created_by: ID,
  created_at: new Date(FROM),
};
const FINDING: canaries.CanaryFinding = {
  canary: ID,
  session: ID,
  agent_behavior: "parroted",
  penalty: 1,
  line: 3,
  evidence: "it is 482913057716",
};

const countStore = ({ analytical }: RecordedStores) => counts.createRepeatCountStore(analytical);

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  // One row for each dimension.
  smallTables: ["dimension_weight"],
  stores: {
    "weight-store": {
      exports: weights,
      calls: {
        loadWeights: ({ db }) => weights.loadWeights(db),
        lockWeights: ({ db }) => weights.lockWeights(db),
        saveWeights: ({ db }) => weights.saveWeights(db, { tool_failures: 0.13 }, ID),
      },
    },
    "session-view-store": {
      exports: views,
      calls: {
        listViewsOf: ({ db }) => views.listViewsOf(db, ID),
        countOtherViewsOf: ({ db }) => views.countOtherViewsOf(db, ID, "mine"),
        saveView: ({ db }) => views.saveView(db, { user_id: ID, name: "mine", params: { harness: "codex" } }),
        deleteView: ({ db }) => views.deleteView(db, ID, "mine"),
      },
    },
    "scorecard-store": {
      exports: scorecards,
      calls: {
        evidenceByDay: {
          "of all versions": ({ db }) => scorecards.evidenceByDay(db, { agentId: ID, from: FROM }),
          "of one version": ({ db }) =>
            scorecards.evidenceByDay(db, { agentId: ID, from: FROM, to: TO, version: "1.0.0" }),
        },
        listEvidence: ({ db }) => scorecards.listEvidence(db, { agentId: ID, from: FROM, to: TO }, PAGE),
      },
    },
    "repeats-store": {
      exports: repeats,
      calls: {
        outdatedOfAgent: ({ db }) => repeats.outdatedOfAgent(db, ID, FROM),
        outdatedSince: ({ db }) => repeats.outdatedSince(db, RECENTLY, 5000),
        saveRepeats: ({ db }) => repeats.saveRepeats(db, [{ session: ID, revision: 1, calls: 5, repeats: 1 }]),
      },
    },
    "canary-store": {
      exports: canaries,
      calls: {
        insertCanary: ({ db }) => canaries.insertCanary(db, CANARY),
        listActiveCanaries: ({ db }) => canaries.listActiveCanaries(db, [ID]),
        endCanary: ({ db }) => canaries.endCanary(db, ID, new Date(FROM)),
        findReportsOf: ({ db }) => canaries.findReportsOf(db, ID, [ID]),
        saveReports: ({ db }) => canaries.saveReports(db, [FINDING]),
        listReports: ({ db }) => canaries.listReports(db, ID, PAGE),
        dropEvidence: ({ db }) => canaries.dropEvidence(db, ID),
      },
    },
    "repeat-count-store": {
      exports: counts,
      made: countStore,
      calls: {
        countRepeats: {
          "of some": (at) => countStore(at).countRepeats([{ session: ID, highest_line: 9 }]),
          "of none": (at) => countStore(at).countRepeats([]),
        },
      },
    },
  },
});
