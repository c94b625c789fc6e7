import { REGISTRY_SEED } from "../../../test/store-sql/registry-seed.js";
import { testStoreSql } from "../../../test/store-sql/test-store-sql.js";
import * as lists from "./registry-list-store.js";
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
const admin: Viewer = { ...someone, role: "admin", seesAll: true };

const ALL: lists.RegistryFilter = { kinds: ["mcp", "agent"], facets: [] };
const FILTERED: lists.RegistryFilter = {
  kinds: ["mcp"],
  facets: ["category:7"],
  harness: "codex",
  namespace: "user8",
  teamId: OTHER_ID,
};
const page = (sort: lists.StoredSort): lists.RegistryPage => ({ sort, limit: 50, offset: 0 });

testStoreSql({
  test: import.meta.url,
  seed: REGISTRY_SEED,
  smallTables: [],
  stores: {
    "registry-list-store": {
      exports: lists,
      calls: {
        listRegistryIds: {
          "by installs": ({ db }) => lists.listRegistryIds(db, someone, ALL, page("installs")),
          "by rating": ({ db }) => lists.listRegistryIds(db, someone, ALL, page("rating")),
          "by last change": ({ db }) => lists.listRegistryIds(db, someone, ALL, page("updated")),
          "by name": ({ db }) => lists.listRegistryIds(db, someone, ALL, page("name")),
          "by installs, for an admin": ({ db }) => lists.listRegistryIds(db, admin, ALL, page("installs")),
          "by rating, for an admin": ({ db }) => lists.listRegistryIds(db, admin, ALL, page("rating")),
          "by last change, for an admin": ({ db }) => lists.listRegistryIds(db, admin, ALL, page("updated")),
          "with every filter": ({ db }) => lists.listRegistryIds(db, someone, FILTERED, page("installs")),
        },
        sortRegistryIds: {
          "by installs": ({ db }) => lists.sortRegistryIds(db, [ID, OTHER_ID], page("installs")),
          "by name": ({ db }) => lists.sortRegistryIds(db, [ID, OTHER_ID], page("name")),
        },
        listCountable: {
          "for someone": ({ db }) => lists.listCountable(db, someone, ["mcp", "agent"], 100),
          "for an admin": ({ db }) => lists.listCountable(db, admin, ["mcp", "agent"], 100),
        },
        trustOfVersions: ({ db }) => lists.trustOfVersions(db, [ID, OTHER_ID]),
      },
    },
  },
});
