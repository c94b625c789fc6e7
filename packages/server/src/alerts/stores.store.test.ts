import { randomUUID } from "node:crypto";
import { testStoreSql } from "../../test/store-sql/test-store-sql.js";
import * as firings from "./firing-store.js";
import * as rules from "./rule-store.js";

/** Three thousand rules of two hundred people, each with a dozen firings. */
const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  INSERT INTO user_account (id, email, username, name, role, auth_provider)
  SELECT pg_temp.id(n), 'user' || n || '@example.com', 'user' || n, 'User', 'user', 'local' FROM generate_series(1, 200) n;
  INSERT INTO alert_rule (id, created_by, name, metric, threshold, condition, target_type, target_id, window_minutes,
    cooldown_minutes, webhook_url, notify_recovery, webhook_secret, webhook_secret_last4, watching_since, evaluated_until, created_at)
  SELECT pg_temp.id(n), pg_temp.id(n % 200 + 1), 'Rule ' || n, 'error_rate', 0.5, 'above', 'all', '', 5, 15, '', false, '\\x00',
    'abcd', now(), now(), now() - n * interval '1 hour'
  FROM generate_series(1, 3000) n;
  INSERT INTO alert_firing (id, rule_id, metric_value, threshold, condition, fired_at, recovered_at, test, created_at)
  SELECT pg_temp.id(n), pg_temp.id(n % 3000 + 1), 1, 0.5, 'above', now() - n * interval '1 hour',
    CASE WHEN n > 100 THEN now() END, false, now() - n * interval '1 hour'
  FROM generate_series(1, 36000) n;
  INSERT INTO alert_delivery (firing_id, event, status)
  SELECT pg_temp.id(n), 'alert.fired', CASE WHEN n > 20 THEN 'delivered' ELSE 'pending' END FROM generate_series(1, 36000) n`;

const ID = "00000000-0000-0000-0000-000000000007";
const NOW = new Date("2026-01-31T09:30:00.000Z");
const PAGE = { limit: 50, offset: 0 };
const NEW_RULE: rules.NewRule = {
  id: randomUUID(),
  created_by: ID,
  name: "Errors",
  metric: "error_rate",
  threshold: 0.5,
  condition: "above",
  target_type: "all",
  target_id: "",
  window_minutes: 5,
  cooldown_minutes: 15,
  webhook_url: "",
  notify_recovery: false,
  webhook_secret: Buffer.from([0]),
  webhook_secret_last4: "abcd",
  watching_since: NOW,
  evaluated_until: NOW,
};
const FIRING = {
  rule_id: ID,
  metric_value: 1,
  threshold: 0.5,
  condition: "above",
  fired_at: NOW,
  test: false,
} as const;

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  smallTables: [],
  stores: {
    "rule-store": {
      exports: rules,
      growing: {
        // The total of what admins list is that of all rules.
        "listRules, of everyone": ["Seq Scan on alert_rule"],
        // All secrets are sealed anew when the key is replaced.
        listWebhookSecrets: ["Index Scan on alert_rule"],
      },
      calls: {
        insertRule: ({ db }) => rules.insertRule(db, { ...NEW_RULE, id: randomUUID() }),
        findRule: ({ db }) => rules.findRule(db, ID),
        lockRule: ({ db }) => rules.lockRule(db, ID),
        countRulesOf: ({ db }) => rules.countRulesOf(db, ID),
        listRules: {
          "of one user": ({ db }) => rules.listRules(db, ID, PAGE),
          "of everyone": ({ db }) => rules.listRules(db, null, PAGE),
        },
        listActiveRules: ({ db }) => rules.listActiveRules(db, ID, 100),
        updateRule: ({ db }) => rules.updateRule(db, ID, { name: "Other" }),
        saveEvaluation: ({ db }) =>
          rules.saveEvaluation(
            db,
            { id: ID, revision: "1" },
            { evaluated_until: NOW, state: "ok", last_value: 0, last_evaluated_at: NOW, last_triggered: null },
          ),
        deleteRule: ({ db }) => rules.deleteRule(db, randomUUID()),
        listWebhookSecrets: ({ db }) => rules.listWebhookSecrets(db),
      },
    },
    "firing-store": {
      exports: firings,
      calls: {
        insertFiring: ({ db }) => firings.insertFiring(db, { id: randomUUID(), ...FIRING }),
        findFiring: ({ db }) => firings.findFiring(db, ID),
        listFirings: ({ db }) => firings.listFirings(db, ID, PAGE),
        firingTimes: ({ db }) => firings.firingTimes(db, ID, new Date(0), NOW),
        findOpenFiring: ({ db }) => firings.findOpenFiring(db, ID),
        markRecovered: ({ db }) => firings.markRecovered(db, ID, NOW, NOW),
        dropOldFirings: ({ db }) => firings.dropOldFirings(db, ID, 1000),
        deleteFiringsBefore: ({ db }) => firings.deleteFiringsBefore(db, new Date(0), 1000),
        insertDelivery: ({ db }) =>
          firings.insertDelivery(db, { firing_id: ID, event: "alert.recovered", status: "pending" }),
        leaseDeliveries: ({ db }) => firings.leaseDeliveries(db, 20, 60),
        saveOutcome: ({ db }) =>
          firings.saveOutcome(
            db,
            { firing_id: ID, event: "alert.fired" },
            { status: "delivered", attempts: 1, response_code: 200, error: null },
          ),
      },
    },
  },
});
