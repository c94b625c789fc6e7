import { randomUUID } from "node:crypto";
import { testStoreSql } from "../../test/store-sql/test-store-sql.js";
import * as digests from "./digest-store.js";
import * as inbox from "./inbox-store.js";

/** Each of two hundred users has fifty entries, of which a fifth are unread. */
const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  INSERT INTO user_account (id, email, username, name, role, auth_provider)
  SELECT pg_temp.id(n), 'user' || n || '@example.com', 'user' || n, 'User ' || n, 'user', 'local'
  FROM generate_series(1, 200) n;
  INSERT INTO inbox_entry (id, user_id, kind, title, text, path, dedupe_key, created_at, read_at)
  SELECT pg_temp.id(n * 50 + entry), pg_temp.id(n), 'budget.warning', 'Budget', 'Spent', '/budgets', 'key-' || entry,
    now() - (n * 50 + entry) * interval '1 minute', CASE WHEN entry % 5 > 0 THEN now() END
  FROM generate_series(1, 200) n, generate_series(0, 49) entry`;

const seeded = (number: number): string => `00000000-0000-0000-0000-${String(number).padStart(12, "0")}`;

const [USER, ID] = [seeded(7), seeded(355)];
const SINCE = new Date("2026-01-31T09:30:00Z");
const PAGE = { limit: 50, offset: 0 };
const NEW: inbox.NewEntry = {
  id: randomUUID(),
  user_id: USER,
  kind: "budget.warning",
  title: "Budget",
  text: "Spent",
  path: "/budgets",
  dedupe_key: "new",
};

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  smallTables: ["user_account"],
  stores: {
    "digest-store": {
      exports: digests,
      calls: {
        findOpenDigest: ({ db }) => digests.findOpenDigest(db, SINCE),
        fillDigest: ({ db }) => digests.fillDigest(db, { id: ID, since: SINCE, users: 100 }),
        listDigest: ({ db }) => digests.listDigest(db, ID, 10),
        markDigested: ({ db }) => digests.markDigested(db, ID),
      },
    },
    "inbox-store": {
      exports: inbox,
      calls: {
        insertEntries: {
          some: ({ db }) => inbox.insertEntries(db, [NEW]),
          none: ({ db }) => inbox.insertEntries(db, []),
        },
        listEntriesOf: {
          all: ({ db }) => inbox.listEntriesOf(db, USER, { ...PAGE, unread: false }),
          "the unread ones": ({ db }) => inbox.listEntriesOf(db, USER, { ...PAGE, unread: true }),
        },
        countUnreadOf: ({ db }) => inbox.countUnreadOf(db, USER),
        markEntriesRead: {
          all: ({ db }) => inbox.markEntriesRead(db, USER),
          some: ({ db }) => inbox.markEntriesRead(db, USER, [ID]),
        },
        deleteEntriesBefore: ({ db }) => inbox.deleteEntriesBefore(db, new Date("2020-01-01T00:00:00Z")),
      },
    },
  },
});
