import { randomUUID } from "node:crypto";
import { testStoreSql } from "../../test/store-sql/test-store-sql.js";
import * as feedback from "./feedback-store.js";

/** Each of two thousand items is rated by its two neighbours. */
const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  INSERT INTO user_account (id, email, username, name, role, auth_provider)
  SELECT pg_temp.id(n), 'user' || n || '@example.com', 'user' || n, 'User ' || n, 'user', 'local'
  FROM generate_series(1, 2000) n;
  INSERT INTO item (id, kind, namespace, slug, name, owner, visibility, version, description, supported_harnesses, status,
    is_released, summary, facets, search_name)
  SELECT pg_temp.id(n), 'mcp', 'user' || n, 'item-' || n, 'Item ' || n, 'Owner', 'public', '1.0.0', '', '{}', 'approved', true,
    '{}', '{}', '' FROM generate_series(1, 2000) n;
  INSERT INTO feedback (id, item_id, kind, user_id, rating, anonymous, created_at)
  SELECT pg_temp.id(n * 2 + side), pg_temp.id(n), 'mcp', pg_temp.id((n + side) % 2000 + 1), 4, false, now() - n * interval '1 minute'
  FROM generate_series(1, 2000) n, generate_series(0, 1) side`;

const seeded = (number: number): string => `00000000-0000-0000-0000-${String(number).padStart(12, "0")}`;

/** A seeded user, what they gave, and the item that they gave it to. */
const [USER, ID, ITEM] = [seeded(8), seeded(14), seeded(7)];
const PAGE = { limit: 50, offset: 0 };
const NEW: feedback.NewFeedback = {
  id: randomUUID(),
  item_id: seeded(1000),
  kind: "mcp",
  user_id: USER,
  rating: 5,
  comment: null,
  anonymous: true,
};

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  smallTables: [],
  stores: {
    "feedback-store": {
      exports: feedback,
      calls: {
        listRatingsBy: ({ db }) =>
          feedback.listRatingsBy(db, {
            userIds: [USER, seeded(9)],
            since: new Date("2026-01-31T09:30:00Z"),
            limit: 20,
          }),
        insertFeedback: ({ db }) => feedback.insertFeedback(db, NEW),
        findFeedback: ({ db }) => feedback.findFeedback(db, ID),
        findFeedbackBy: ({ db }) => feedback.findFeedbackBy(db, USER, ITEM),
        listFeedbackOf: ({ db }) => feedback.listFeedbackOf(db, ITEM, PAGE),
        listFeedbackBy: ({ db }) => feedback.listFeedbackBy(db, USER, PAGE),
        updateFeedbackBy: ({ db }) => feedback.updateFeedbackBy(db, USER, ID, { rating: 3 }),
        deleteFeedbackBy: ({ db }) => feedback.deleteFeedbackBy(db, USER, ID),
      },
    },
  },
});
