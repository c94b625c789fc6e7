import { REGISTRY_SEED } from "../../../test/store-sql/registry-seed.js";
import { testStoreSql } from "../../../test/store-sql/test-store-sql.js";
import * as catalogue from "./catalogue-store.js";
import * as versions from "./catalogue-version-store.js";
import { ANONYMOUS, EVERYBODY, type Viewer } from "./viewer-store.js";

const seeded = (number: number): string => `00000000-0000-0000-0000-${String(number).padStart(12, "0")}`;

const [ID, OTHER_ID] = [seeded(8), seeded(12)];
const someone: Viewer = {
  userId: ID,
  role: "user",
  seesAll: false,
  audiences: [EVERYBODY, ID, OTHER_ID],
  shared: [seeded(10), OTHER_ID],
  notePrivilegedRead: () => undefined,
};
const all: catalogue.CatalogueScope = { viewer: someone, only: null };
const everything: catalogue.CatalogueScope = { viewer: { ...someone, seesAll: true }, only: null };
const ofTeam: catalogue.CatalogueScope = {
  viewer: { ...ANONYMOUS, audiences: [EVERYBODY, seeded(11)] },
  only: { teamId: seeded(11) },
};
const ofItems: catalogue.CatalogueScope = { viewer: someone, only: { itemIds: [ID, OTHER_ID] } };
const first: catalogue.NamedPage = { kinds: ["mcp", "agent"], after: null, limit: 50 };
const next: catalogue.NamedPage = { ...first, after: { place: "item 5", id: ID } };
const later: catalogue.ChangedPage = {
  ...first,
  after: { place: "2026-01-02T03:04:05.678901Z", id: ID },
  since: new Date("2026-01-01T00:00:00Z"),
};

testStoreSql({
  test: import.meta.url,
  seed: REGISTRY_SEED,
  smallTables: [],
  stores: {
    "catalogue-store": {
      exports: catalogue,
      parts: ["inScope"],
      calls: {
        listCatalogueItems: {
          "for someone": ({ db }) => catalogue.listCatalogueItems(db, all, first),
          "the next page": ({ db }) => catalogue.listCatalogueItems(db, all, next),
          "for an admin": ({ db }) => catalogue.listCatalogueItems(db, everything, next),
          "of a team": ({ db }) => catalogue.listCatalogueItems(db, ofTeam, next),
          "of a list": ({ db }) => catalogue.listCatalogueItems(db, ofItems, next),
          "by a part of their texts": ({ db }) =>
            catalogue.listCatalogueItems(db, all, { ...first, search: "Item 77%" }),
        },
        listCatalogueChanges: {
          "for someone": ({ db }) => catalogue.listCatalogueChanges(db, all, later),
          "for an admin": ({ db }) => catalogue.listCatalogueChanges(db, everything, later),
          "of a team": ({ db }) => catalogue.listCatalogueChanges(db, ofTeam, later),
        },
        findCatalogueItem: ({ db }) =>
          catalogue.findCatalogueItem(db, all, { kind: "agent", namespace: "user9", slug: "item-8" }),
        findCatalogueItems: {
          "among all": ({ db }) => catalogue.findCatalogueItems(db, all, [ID, OTHER_ID]),
          "in a team": ({ db }) => catalogue.findCatalogueItems(db, ofTeam, [ID, OTHER_ID]),
        },
        findHiddenItems: ({ db }) => catalogue.findHiddenItems(db, ofTeam, [ID, OTHER_ID]),
      },
    },
    "catalogue-version-store": {
      exports: versions,
      calls: {
        listCatalogueVersions: ({ db }) => versions.listCatalogueVersions(db, all, { itemIds: [ID], limit: 10 }),
        findCatalogueVersion: ({ db }) => versions.findCatalogueVersion(db, all, { itemId: ID, version: "1.0.0" }),
        findCatalogueVersions: ({ db }) => versions.findCatalogueVersions(db, all, [ID]),
        findCatalogueContents: ({ db }) => versions.findCatalogueContents(db, ofItems, [ID]),
        hiddenPartsIn: ({ db }) => versions.hiddenPartsIn(db, all, [ID]),
        listSkillPaths: ({ db }) => versions.listSkillPaths(db, all, [ID]),
        listCatalogueParts: ({ db }) => versions.listCatalogueParts(db, all, [ID]),
        listPinnedVersions: ({ db }) =>
          versions.listPinnedVersions(db, all, { agentVersionIds: [ID], kinds: ["mcp", "sandbox"] }),
      },
    },
  },
});
