import { REGISTRY_SEED } from "../../../test/store-sql/registry-seed.js";
import { testStoreSql } from "../../../test/store-sql/test-store-sql.js";
import * as itemChanges from "./item-change-store.js";
import * as entries from "./item-entry-store.js";
import { EVERYBODY, type Viewer } from "./viewer-store.js";

const seeded = (number: number): string => `00000000-0000-0000-0000-${String(number).padStart(12, "0")}`;

const ID = seeded(7);
const OTHER_ID = seeded(9);

const someone: Viewer = {
  userId: ID,
  role: "user",
  seesAll: false,
  audiences: [EVERYBODY, ID, OTHER_ID],
  shared: [seeded(10), OTHER_ID],
  notePrivilegedRead: () => undefined,
};
const reviewer: Viewer = { ...someone, role: "reviewer" };
const admin: Viewer = { ...someone, role: "admin", seesAll: true };

testStoreSql({
  test: import.meta.url,
  seed: REGISTRY_SEED,
  smallTables: [],
  stores: {
    "item-change-store": {
      exports: itemChanges,
      calls: {
        readItemRevision: ({ db }) => itemChanges.readItemRevision(db),
        listChangedItems: ({ db }) => itemChanges.listChangedItems(db, 7, 100),
      },
    },
    "item-entry-store": {
      exports: entries,
      calls: {
        listEntryChanges: ({ db }) => entries.listEntryChanges(db, 1500, 1000),
        listEntryRows: ({ db }) => entries.listEntryRows(db, ID, 1000),
        findEntryRows: {
          "for someone": ({ db }) => entries.findEntryRows(db, someone, [ID, OTHER_ID]),
          "for a reviewer": ({ db }) => entries.findEntryRows(db, reviewer, [ID, OTHER_ID]),
          "for an admin": ({ db }) => entries.findEntryRows(db, admin, [ID, OTHER_ID]),
        },
        listPublicEntries: {
          "from the first": ({ db }) => entries.listPublicEntries(db, null, 500),
          "after a name": ({ db }) => entries.listPublicEntries(db, { name: "item 1000", id: ID }, 500),
        },
        listWithoutEntry: ({ db }) => entries.listWithoutEntry(db, 100),
      },
    },
  },
});
