import { randomUUID } from "node:crypto";
import { testStoreSql } from "../../test/store-sql/test-store-sql.js";
import * as vectors from "./entry-vector-store.js";
import * as entries from "./external-entry-store.js";
import * as revisions from "./revision-store.js";
import * as sources from "./source-store.js";

/** Fifty sources, as many as there may be, with a hundred entries each; half as many are gone. */
const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  INSERT INTO external_source (id, url, created_at)
  SELECT pg_temp.id(n), 'https://host' || n || '.example/ard.json', now() - n * interval '1 minute' FROM generate_series(1, 50) n;
  INSERT INTO external_entry (identifier, source_id, entry)
  SELECT 'urn:air:host' || n % 50 + 1 || '.example:e' || n, pg_temp.id(n % 50 + 1),
    jsonb_build_object('identifier', 'urn:air:host' || n % 50 + 1 || '.example:e' || n, 'displayName', 'Entry ' || n)
  FROM generate_series(1, 5000) n;
  INSERT INTO external_change (identifier, revision, removed_at)
  SELECT 'urn:air:gone.example:e' || n, nextval('external_revision'), now() - n * interval '1 hour' FROM generate_series(1, 2500) n;
  INSERT INTO entry_vector (entry_key, model, digest, vectors)
  SELECT 'entry-' || n, 'built-in', 'digest-' || n, '\\x00000000' FROM generate_series(1, 5000) n`;

const SOURCE = "00000000-0000-0000-0000-000000000007";
const IDENTIFIER = "urn:air:host7.example:e56";
const ENTRY = {
  identifier: "urn:air:host7.example:new",
  displayName: "New",
  type: "application/mcp-server-card+json",
  url: "https://host7.example/new.json",
};

const KEYS = ["entry-7", "entry-8"];

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  smallTables: ["external_source"],
  stores: {
    "source-store": {
      exports: sources,
      calls: {
        insertSource: {
          "that is new": ({ db }) => sources.insertSource(db, { id: randomUUID(), url: "https://new.example/" }),
          "whose address is taken": ({ db }) =>
            sources.insertSource(db, { id: randomUUID(), url: "https://host7.example/ard.json" }),
        },
        findSource: ({ db }) => sources.findSource(db, SOURCE),
        listSources: ({ db }) => sources.listSources(db, { limit: 50, offset: 0 }),
        lockSource: ({ db }) => sources.lockSource(db, SOURCE),
        updateSource: ({ db }) =>
          sources.updateSource(db, SOURCE, {
            publisher: "host7.example",
            status: "ok",
            error: null,
            entry_count: 1,
            last_fetched_at: new Date(),
          }),
        deleteSource: ({ db }) => sources.deleteSource(db, SOURCE),
      },
    },
    "external-entry-store": {
      exports: entries,
      calls: {
        putEntries: ({ db }) => entries.putEntries(db, SOURCE, [ENTRY]),
        heldByOthers: ({ db }) => entries.heldByOthers(db, SOURCE, [IDENTIFIER, ENTRY.identifier]),
        dropEntriesBut: ({ db }) => entries.dropEntriesBut(db, SOURCE, [IDENTIFIER]),
        findExternalEntries: ({ db }) => entries.findExternalEntries(db, [IDENTIFIER]),
        listExternalChanges: ({ db }) => entries.listExternalChanges(db, 4900, 1000),
        forgetRemovals: ({ db }) => entries.forgetRemovals(db, new Date(Date.now() - 90 * 24 * 60 * 60 * 1000)),
      },
    },
    "revision-store": {
      exports: revisions,
      calls: { readRevisions: ({ db }) => revisions.readRevisions(db) },
    },
    "entry-vector-store": {
      exports: vectors,
      calls: {
        findVectors: ({ db }) => vectors.findVectors(db, "built-in", KEYS),
        keepVectors: ({ db }) =>
          vectors.keepVectors(db, "built-in", [{ key: "entry-7", digest: "other", vectors: Buffer.alloc(4) }]),
        forgetVectors: ({ db }) => vectors.forgetVectors(db, KEYS),
      },
    },
  },
});
