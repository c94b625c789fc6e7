import { REGISTRY_SEED } from "../../../test/store-sql/registry-seed.js";
import { testStoreSql } from "../../../test/store-sql/test-store-sql.js";
import * as imports from "./import-store.js";

const seeded = (number: number): string => `00000000-0000-0000-0000-${String(number).padStart(12, "0")}`;
const [ID, OTHER_ID] = [seeded(7), seeded(9)];
const DRAFT_ID = seeded(10_007);
const REPOSITORY = "https://git.example/acme/7";

const SEED = `${REGISTRY_SEED};
  INSERT INTO import_batch (id, user_id, repository, commit_sha, visibility, tags, only_these)
  SELECT pg_temp.id(n), pg_temp.id(7), 'https://git.example/acme/' || n, '', 'public', '{}', '{}' FROM generate_series(1, 2000) n;
  INSERT INTO version_source (version_id, item_id, batch_id, path, digest)
  SELECT id, item_id, pg_temp.id(1 + (row_number() OVER ())::int % 2000), 'a', 'sha256:0' FROM item_version
  WHERE version = '1.0.0'`;

const BATCH: imports.Batch = {
  userId: ID,
  repository: "https://git.example/acme/new",
  commit: "",
  teamId: null,
  visibility: "public",
  tags: [],
  only: [],
};
const FILTER = { userId: ID, repository: REPOSITORY, teamId: null, limit: 50, offset: 0 };

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  smallTables: [],
  stores: {
    "import-store": {
      exports: imports,
      calls: {
        keepBatch: ({ db }) => imports.keepBatch(db, BATCH),
        keepSource: ({ db }) =>
          imports.keepSource(db, { versionId: DRAFT_ID, itemId: ID, batchId: ID, path: "a", digest: "sha256:0" }),
        findLastSource: ({ db }) => imports.findLastSource(db, ID),
        findSourceOfVersion: ({ db }) => imports.findSourceOfVersion(db, ID),
        listSourcesOf: ({ db }) => imports.listSourcesOf(db, ID),
        listImported: ({ db }) => imports.listImported(db, FILTER),
        batchesOf: {
          "of some": ({ db }) => imports.batchesOf(db, [ID, OTHER_ID]),
          "of none": ({ db }) => imports.batchesOf(db, []),
        },
      },
    },
  },
});
