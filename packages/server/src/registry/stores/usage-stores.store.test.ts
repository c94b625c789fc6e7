import { randomUUID } from "node:crypto";
import { testStoreSql } from "../../../test/store-sql/test-store-sql.js";
import type { InstallEvent } from "./download-store.js";
import * as installs from "./install-event-store.js";
import * as ratings from "./rating-store.js";

const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  INSERT INTO item (id, kind, namespace, slug, name, owner, visibility, version, description, supported_harnesses, status,
    is_released, summary, facets, search_name)
  SELECT pg_temp.id(n), 'mcp', 'user' || n, 'item-' || n, 'Item ' || n, 'Owner', 'public', '1.0.0', '', '{}', 'approved', true,
    '{}', '{}', '' FROM generate_series(1, 2000) n;
  INSERT INTO item_rating (item_id, ratings, stars) SELECT id, 2, 9 FROM item`;

const [ID, OTHER_ID] = ["00000000-0000-0000-0000-000000000007", "00000000-0000-0000-0000-000000000008"];
const SINCE = new Date("2026-01-31T09:30:00.000Z");
const EVENT: InstallEvent = {
  event_id: randomUUID(),
  item_id: ID,
  version_id: randomUUID(),
  kind: "mcp",
  version: "1.0.0",
  harness: "codex",
  user_id: randomUUID(),
  agent_id: null,
  installed_at: SINCE.toISOString(),
};

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  smallTables: [],
  stores: {
    "install-event-store": {
      exports: installs,
      made: ({ analytical }) => installs.createInstallEventStore(analytical),
      calls: {
        append: ({ analytical }) => installs.createInstallEventStore(analytical).append([EVENT]),
        figuresOf: ({ analytical }) => installs.createInstallEventStore(analytical).figuresOf(ID, SINCE),
        usersOf: ({ analytical }) => installs.createInstallEventStore(analytical).usersOf(ID, SINCE, 100),
      },
    },
    "rating-store": {
      exports: ratings,
      calls: {
        ratingsOf: {
          "of some": ({ db }) => ratings.ratingsOf(db, [ID, OTHER_ID]),
          "of none": ({ db }) => ratings.ratingsOf(db, []),
        },
      },
    },
  },
});
