import { randomUUID } from "node:crypto";
import { testStoreSql } from "../../test/store-sql/test-store-sql.js";
import * as runs from "./run-store.js";
import * as syncs from "./sync-store.js";

/** Two thousand listings that are synced, each with a dozen runs. */
const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  INSERT INTO user_account (id, email, username, name, role, auth_provider)
  SELECT pg_temp.id(n), 'user' || n || '@example.com', 'user' || n, 'User', 'user', 'local' FROM generate_series(1, 20) n;
  INSERT INTO namespace (name, user_id) SELECT 'user' || n, pg_temp.id(n) FROM generate_series(1, 20) n ON CONFLICT DO NOTHING;
  INSERT INTO item (id, kind, namespace, slug, name, owner_id, owner, visibility, fields, version, description,
    supported_harnesses, status, is_released, summary, facets, search_name, entry)
  SELECT pg_temp.id(n), 'mcp', 'user' || n % 20 + 1, 'item-' || n, 'Item ' || n, pg_temp.id(n % 20 + 1), 'user', 'public', '{}',
    '1.0.0', 'x', '{}', 'approved', true, '{}', '{}', 'item ' || n, 'null'
  FROM generate_series(1, 2000) n;
  INSERT INTO mcp_sync (id, item_id, provider, secret, sync_on_push, sync_on_release, publisher_id)
  SELECT pg_temp.id(n), pg_temp.id(n), 'host_a', '\\x00', true, false, pg_temp.id(n % 20 + 1) FROM generate_series(1, 2000) n;
  INSERT INTO mcp_sync_run (id, item_id, sync_id, trigger, ref, status, attempt, queued_at, fetched_at, finished_at, sha, version)
  SELECT gen_random_uuid(), pg_temp.id(n % 2000 + 1), pg_temp.id(n % 2000 + 1), 'push', 'main', 'success', 1,
    now() - n * interval '1 minute', now(), now(), repeat('a', 40), '1.0.' || n
  FROM generate_series(1, 24000) n;
  INSERT INTO mcp_sync_run (id, item_id, sync_id, trigger, ref)
  SELECT pg_temp.id(n), pg_temp.id(n), pg_temp.id(n), 'push', 'main' FROM generate_series(1, 20) n`;

const ID = "00000000-0000-0000-0000-000000000007";
const RUN = { sync_id: ID, trigger: "push", ref: "main", notes: "Notes", notes_sha: "a".repeat(40) } as const;

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  smallTables: [],
  stores: {
    "sync-store": {
      exports: syncs,
      // All secrets are sealed anew when the key is replaced.
      growing: { listSyncSecrets: ["Index Scan on mcp_sync"] },
      calls: {
        findSyncOf: ({ db }) => syncs.findSyncOf(db, ID),
        findSync: ({ db }) => syncs.findSync(db, ID),
        lockSync: ({ db }) => syncs.lockSync(db, ID),
        insertSync: ({ db }) =>
          syncs.insertSync(db, {
            id: randomUUID(),
            item_id: ID,
            provider: "host_a",
            repository_host: null,
            secret: Buffer.from([0]),
            sync_on_push: true,
            sync_on_release: false,
            branch: null,
            publisher_id: null,
          }),
        updateSync: ({ db }) => syncs.updateSync(db, ID, { branch: "main" }),
        noteDelivery: ({ db }) => syncs.noteDelivery(db, ID, "push"),
        deleteSync: ({ db }) => syncs.deleteSync(db, ID),
        listSyncSecrets: ({ db }) => syncs.listSyncSecrets(db),
      },
    },
    "run-store": {
      exports: runs,
      calls: {
        insertRun: ({ db }) => runs.insertRun(db, { id: randomUUID(), item_id: ID, ...RUN }),
        joinQueuedRun: {
          "of a branch": ({ db }) => runs.joinQueuedRun(db, RUN, ID),
          "of the default branch": ({ db }) => runs.joinQueuedRun(db, { ...RUN, ref: null }, ID),
        },
        findRun: ({ db }) => runs.findRun(db, ID),
        listRuns: ({ db }) => runs.listRuns(db, ID, { limit: 50, offset: 0 }),
        findLastRuns: ({ db }) => runs.findLastRuns(db, { id: ID, item_id: ID }),
        isListingBusy: ({ db }) => runs.isListingBusy(db, { id: randomUUID(), item_id: ID }),
        startRun: ({ db }) => runs.startRun(db, ID, { attempt: 1, leaseSeconds: 180 }),
        requeueRun: ({ db }) => runs.requeueRun(db, ID, "Why"),
        finishRun: {
          "that published": ({ db }) =>
            runs.finishRun(db, ID, { status: "success", sha: "a".repeat(40), version: "1.0.0" }),
          "that failed": ({ db }) => runs.finishRun(db, ID, { status: "failed", error: "Why" }),
        },
        hasLaterPublication: ({ db }) => runs.hasLaterPublication(db, ID, new Date(0)),
        findAbandonedRuns: ({ db }) => runs.findAbandonedRuns(db, new Date(0)),
        dropOldRuns: ({ db }) => runs.dropOldRuns(db, ID, 200),
      },
    },
  },
});
