import { testStoreSql } from "../../../test/store-sql/test-store-sql.js";
import type { RecordedStores } from "../../../test/store-sql/record-sql.js";
import * as expired from "./expired-store.js";
import * as purges from "./session-purge-store.js";

/** Sessions of four hundred people; all but the latest hundred have been purged. */
const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  INSERT INTO session (id, user_id, project, harness, session_id, highest_line, purged_below, revision, started_at,
    last_event_at, received_at, context, project_name, names_read)
  SELECT pg_temp.id(n), pg_temp.id(n % 400), 'default', 'codex', 'session-' || n, 9, CASE WHEN n > 100 THEN 10 ELSE 0 END, 1,
    now() - n * interval '1 minute', now() - n * interval '1 minute', now() - n * interval '1 minute', '{}', 'default', true
  FROM generate_series(1, 12000) n;
  INSERT INTO session_purge (session, revision) SELECT pg_temp.id(n), 10 FROM generate_series(1, 12000) n`;

const ID = "00000000-0000-0000-0000-000000000007";
const SINCE = new Date("2026-01-31T09:30:00.000Z");
const PURGE = { session: ID, revision: 10 };
const since = "2026-01-01T00:00:00.000Z";
const POLICY = {
  since,
  projects: [{ project: "shop", since: "2026-02-01T00:00:00.000Z" }],
};
const MEANT = { before: SINCE.toISOString(), userId: ID, sessionId: "session-7" };

const expiredStore = ({ analytical }: RecordedStores) => expired.createExpiredStore(analytical);

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  smallTables: [],
  stores: {
    "expired-store": {
      exports: expired,
      made: expiredStore,
      calls: {
        deleteLines: (at) => expiredStore(at).deleteLines([PURGE]),
        deleteBefore: (at) => expiredStore(at).deleteBefore(SINCE),
        deleteReports: {
          "by everything": (at) => expiredStore(at).deleteReports(MEANT),
          "of a user": (at) => expiredStore(at).deleteReports({ userId: ID }),
        },
      },
    },
    "session-purge-store": {
      exports: purges,
      calls: {
        findForgottenSessions: {
          "of a project": ({ db }) => purges.findForgottenSessions(db, { project: "shop", since }, "-infinity", 500),
          "of the others": ({ db }) => purges.findForgottenSessions(db, { notOf: ["shop"], since }, "-infinity", 500),
        },
        countForgottenSessions: ({ db }) => purges.countForgottenSessions(db, POLICY),
        countSessionsToPurge: {
          "of a user": ({ db }) => purges.countSessionsToPurge(db, { userId: ID }),
          "by everything": ({ db }) => purges.countSessionsToPurge(db, MEANT),
        },
        findSessionsToPurge: {
          "from before a time": ({ db }) => purges.findSessionsToPurge(db, { before: MEANT.before }, ID, 500),
          "of a user": ({ db }) => purges.findSessionsToPurge(db, { userId: ID }, ID, 500),
          "by everything": ({ db }) => purges.findSessionsToPurge(db, MEANT, ID, 500),
        },
        insertPurge: ({ db }) => purges.insertPurge(db, PURGE),
        listPurges: ({ db }) => purges.listPurges(db, 500),
        deletePurges: ({ db }) => purges.deletePurges(db, [PURGE]),
      },
    },
  },
});
