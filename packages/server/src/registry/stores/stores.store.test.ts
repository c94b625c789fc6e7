import { randomUUID } from "node:crypto";
import { REGISTRY_SEED } from "../../../test/store-sql/registry-seed.js";
import { testStoreSql } from "../../../test/store-sql/test-store-sql.js";
import type * as artifacts from "./artifact-store.js";
import * as coAuthors from "./co-author-store.js";
import * as components from "./component-store.js";
import * as downloads from "./download-store.js";
import * as lists from "./item-list-store.js";
import * as items from "./item-store.js";
import * as tables from "./tables-store.js";
import * as versions from "./version-store.js";
import * as viewers from "./viewer-store.js";

const seeded = (number: number): string => `00000000-0000-0000-0000-${String(number).padStart(12, "0")}`;

/** An approved, public MCP server and its version, and a seeded user and team. */
const ID = seeded(7);
const OTHER_ID = seeded(9);
const DRAFT_ID = seeded(10_007);
const AGENT_VERSION_ID = seeded(8);

const someone = {
  ...viewers.ANONYMOUS,
  userId: ID,
  role: "user",
  audiences: [viewers.EVERYBODY, ID, OTHER_ID],
  shared: [seeded(10), OTHER_ID],
} as const satisfies viewers.Viewer;
const reviewer: viewers.Viewer = { ...someone, role: "reviewer" };
const admin: viewers.Viewer = { ...someone, role: "admin", seesAll: true };

const MCPS: lists.ItemFilter = { kind: "mcp", facets: [] };
const FILTERED: lists.ItemFilter = {
  kind: "mcp",
  facets: ["category:7"],
  harness: "codex",
  namespace: "user8",
  teamId: OTHER_ID,
};
const NEWEST = { sort: "newest", limit: 50, offset: 0 } as const;
const BY_NAME = { sort: "name", limit: 50, offset: 100 } as const;
const IDENTITY = { kind: "mcp", namespace: "user8", slug: "item-7" } as const;

const CONTENT: artifacts.CanonicalContent = { bytes: new Uint8Array([1]), mediaType: "text/plain" };
const VERSION = {
  namespace: "user8",
  slug: "item-7",
  name: "Item 7",
  version: "3.0.0",
  precedence: "3",
  is_stable: true,
  description: "",
  changelog: null,
  supported_harnesses: [],
  fields: {},
  risk_signals: [],
  digest: "sha256:0",
  status: "pending",
} as const;
const NEW_VERSION: versions.NewVersion = {
  ...VERSION,
  supported_harnesses: [],
  id: randomUUID(),
  item_id: ID,
  rejection_reason: null,
  deprecated: null,
  yank_reason: null,
  created_by: ID,
  reviewed_by: null,
  reviewed_at: null,
  released_at: null,
  released_by: null,
};
const CHANGED: versions.VersionContent = { ...VERSION, supported_harnesses: [] };
const NEW_ITEM: items.NewItem = {
  id: randomUUID(),
  kind: "mcp",
  namespace: "user7",
  slug: "new",
  name: "New",
  owner_id: ID,
  owner: "user7",
  team_id: null,
  visibility: "public",
  fields: {},
  shown_version_id: ID,
  version: "1.0.0",
  description: "",
  supported_harnesses: [],
  status: "pending",
  rejection_reason: null,
  is_released: false,
  summary: {},
  facets: [],
  search_name: "new",
  entry: {
    tags: [],
    capabilities: [],
    capabilitiesSource: "derived",
    queries: [],
    queriesSource: "derived",
    tools: [],
    topics: [],
    use: "next-session",
    details: {},
  },
  edited_by: null,
  edited_until: null,
  deleted_at: null,
};
const PIN: components.Pin = {
  kind: "mcp",
  component_id: ID,
  component_version_id: ID,
  digest: "sha256:0",
  requested_version: null,
  config_override: null,
};
const INSTALL: downloads.InstallEvent = {
  event_id: randomUUID(),
  item_id: ID,
  version_id: ID,
  kind: "mcp",
  version: "1.0.0",
  harness: "codex",
  user_id: ID,
  agent_id: null,
  installed_at: "2026-01-01T00:00:00.000Z",
};

const PAGE: versions.VersionPage = { statuses: ["approved"], withYanked: false, page: 2, page_size: 20 };

testStoreSql({
  test: import.meta.url,
  seed: REGISTRY_SEED,
  // A row for each kind and audience.
  smallTables: ["item_count"],
  stores: {
    "tables-store": { exports: tables, calls: {} },
    "viewer-store": {
      exports: viewers,
      parts: [
        "discoverableBy",
        "discoverableInMemory",
        "ownedBy",
        "readableBy",
        "asMember",
        "resolving",
        "uuids",
        "visibleInMemory",
        "visibleTo",
      ],
      calls: { loadViewer: ({ db }) => viewers.loadViewer(db, someone) },
    },
    "co-author-store": {
      exports: coAuthors,
      calls: {
        coAuthorsOf: ({ db }) => coAuthors.coAuthorsOf(db, ID),
        insertCoAuthor: ({ db }) => coAuthors.insertCoAuthor(db, ID, ID),
        dropCoAuthors: ({ db }) => coAuthors.dropCoAuthors(db, ID),
        deleteCoAuthor: ({ db }) => coAuthors.deleteCoAuthor(db, ID, OTHER_ID),
      },
    },
    "component-store": {
      exports: components,
      calls: {
        replacePins: ({ db }) => components.replacePins(db, seeded(10_008), [PIN]),
        pinsOf: {
          "for someone": ({ db }) => components.pinsOf(db, someone, [AGENT_VERSION_ID]),
          "for an admin": ({ db }) => components.pinsOf(db, admin, [AGENT_VERSION_ID]),
        },
        compositionsOf: {
          "for a reviewer": ({ db }) => components.compositionsOf(db, reviewer, [AGENT_VERSION_ID]),
          "of none": ({ db }) => components.compositionsOf(db, reviewer, []),
        },
        agentsThatPin: ({ db }) => components.agentsThatPin(db, someone, ID),
        agentsThatUse: ({ db }) => components.agentsThatUse(db, someone, ID, 10),
      },
    },
    "download-store": {
      exports: downloads,
      calls: {
        countInstalls: ({ db }) => downloads.countInstalls(db, [INSTALL]),
        downloadsOfItems: ({ db }) => downloads.downloadsOfItems(db, [ID, OTHER_ID]),
        installsByDay: ({ db }) => downloads.installsByDay(db, [ID], "2026-01-01"),
        downloadsOfVersions: ({ db }) => downloads.downloadsOfVersions(db, [ID, OTHER_ID]),
        waitingInstalls: ({ db }) => downloads.waitingInstalls(db, 100),
        forgetInstalls: ({ db }) => downloads.forgetInstalls(db, [ID, OTHER_ID]),
      },
    },
    "item-list-store": {
      exports: lists,
      parts: ["narrowed", "withoutPrivate"],
      calls: {
        listApproved: {
          "for someone": ({ db }) => lists.listApproved(db, someone, MCPS, NEWEST),
          "by name": ({ db }) => lists.listApproved(db, someone, MCPS, BY_NAME),
          "for an admin": ({ db }) => lists.listApproved(db, admin, MCPS, NEWEST),
          "for an admin, by name": ({ db }) => lists.listApproved(db, admin, MCPS, BY_NAME),
          "with every filter": ({ db }) => lists.listApproved(db, someone, FILTERED, NEWEST),
          "of a namespace": ({ db }) => lists.listApproved(db, someone, { ...MCPS, namespace: "user8" }, NEWEST),
          "of a team": ({ db }) => lists.listApproved(db, admin, { ...MCPS, teamId: ID }, NEWEST),
        },
        countApproved: {
          "for someone": ({ db }) => lists.countApproved(db, someone, MCPS),
          "for an admin": ({ db }) => lists.countApproved(db, admin, MCPS),
          "with every filter": ({ db }) => lists.countApproved(db, someone, FILTERED),
          "of a category": ({ db }) => lists.countApproved(db, someone, { ...MCPS, facets: ["category:7"] }),
          "of a harness": ({ db }) => lists.countApproved(db, someone, { ...MCPS, harness: "codex" }),
          "of a namespace": ({ db }) => lists.countApproved(db, someone, { ...MCPS, namespace: "user8" }),
          "of a team": ({ db }) => lists.countApproved(db, admin, { ...MCPS, teamId: ID }),
        },
        listFound: {
          "for someone": ({ db }) => lists.listFound(db, someone, [ID]),
          "for an admin": ({ db }) => lists.listFound(db, admin, [ID]),
        },
        listOwned: {
          "by someone": ({ db }) => lists.listOwned(db, someone, { kind: "mcp", limit: 50, offset: 0 }),
          "by an admin": ({ db }) => lists.listOwned(db, admin, { kind: "mcp", limit: 50, offset: 0 }),
        },
      },
    },
    "item-store": {
      exports: items,
      calls: {
        findItemById: {
          "for someone": ({ db }) => items.findItemById(db, someone, "mcp", ID),
          "for a reviewer": ({ db }) => items.findItemById(db, reviewer, "mcp", ID),
          "for a lock": ({ db }) => items.findItemById(db, viewers.resolving(someone), "mcp", ID),
          "for an admin": ({ db }) => items.findItemById(db, admin, "mcp", ID),
        },
        findAnyItem: ({ db }) => items.findAnyItem(db, someone, ID),
        findItemByQualifiedName: ({ db }) => items.findItemByQualifiedName(db, someone, IDENTITY),
        findItemsByName: {
          "for someone": ({ db }) => items.findItemsByName(db, someone, "mcp", "item-7"),
          "for an admin": ({ db }) => items.findItemsByName(db, admin, "mcp", "item-7"),
        },
        findItemsByFormerSlug: ({ db }) => items.findItemsByFormerSlug(db, someone, "mcp", "former-item-7"),
        findItemsByIdRange: {
          "of a kind": ({ db }) => items.findItemsByIdRange(db, someone, { first: ID, last: seeded(8), kind: "agent" }),
          "of any kind": ({ db }) => items.findItemsByIdRange(db, admin, { first: ID, last: seeded(8) }),
        },
        lockItem: ({ db }) => items.lockItem(db, someone, ID),
        findItemEvenDeleted: ({ db }) => items.findItemEvenDeleted(db, someone, "mcp", ID),
        findItemsByIds: ({ db }) => items.findItemsByIds(db, someone, "mcp", [ID, OTHER_ID]),
        insertItem: ({ db }) => items.insertItem(db, NEW_ITEM),
        claimName: ({ db }) => items.claimName(db, { ...IDENTITY, id: ID }),
        updateItem: {
          "a column": ({ db }) => items.updateItem(db, ID, { name: "Other" }),
          "its fields": ({ db }) => items.updateItem(db, ID, { fields: {}, summary: {} }),
        },
        markDeleted: ({ db }) => items.markDeleted(db, ID),
        teamHasItems: ({ db }) => items.teamHasItems(db, ID),
        holdItems: ({ db }) => items.holdItems(db, [ID, OTHER_ID]),
        attempt: {
          "that succeeds": ({ db }) => items.attempt(db, async () => undefined),
          "that fails": ({ db }) => items.attempt(db, () => Promise.reject(new Error("fails"))).catch(() => undefined),
        },
      },
    },
    "version-store": {
      exports: versions,
      calls: {
        insertVersion: {
          "that is new": ({ db }) => versions.insertVersion(db, NEW_VERSION, CONTENT),
          "whose number is taken": ({ db }) =>
            versions.insertVersion(db, { ...NEW_VERSION, version: "1.0.0" }, CONTENT),
        },
        rewriteVersion: {
          "by someone": ({ db }) => versions.rewriteVersion(db, DRAFT_ID, CHANGED, { content: CONTENT, by: ID }),
          "that follows": ({ db }) => versions.rewriteVersion(db, DRAFT_ID, CHANGED, { content: CONTENT, by: null }),
          "that changes its item": ({ db }) =>
            versions.rewriteVersion(db, DRAFT_ID, CHANGED, { content: CONTENT, by: ID, itemChanges: { owner: "Ada" } }),
        },
        findVersion: ({ db }) => versions.findVersion(db, ID, "1.0.0"),
        findVersionsByIds: ({ db }) => versions.findVersionsByIds(db, [ID, OTHER_ID]),
        findVersionsNamed: ({ db }) => versions.findVersionsNamed(db, [{ itemId: ID, version: "1.0.0" }]),
        findHighestRelease: ({ db }) => versions.findHighestRelease(db, ID),
        findLatest: ({ db }) => versions.findLatest(db, ID),
        findNewest: ({ db }) => versions.findNewest(db, ID, ["pending", "draft"]),
        findNewestOf: ({ db }) => versions.findNewestOf(db, [ID, OTHER_ID]),
        findUnreleased: ({ db }) => versions.findUnreleased(db, ID),
        findApproved: ({ db }) => versions.findApproved(db, ID),
        releasedCommits: ({ db }) => versions.releasedCommits(db, ID),
        setValidation: ({ db }) => versions.setValidation(db, ID, []),
        listVersionNumbers: {
          "that are used": ({ db }) => versions.listVersionNumbers(db, ID),
          "that others see": ({ db }) => versions.listVersionNumbers(db, ID, ["approved"]),
        },
        hasReleases: ({ db }) => versions.hasReleases(db, ID),
        listVersionsOf: {
          "for others": ({ db }) => versions.listVersionsOf(db, ID, PAGE),
          "for its owner": ({ db }) =>
            versions.listVersionsOf(db, ID, { ...PAGE, statuses: ["approved", "draft"], withYanked: true }),
        },
        dropUnreleasedContent: ({ db }) => versions.dropUnreleasedContent(db, ID),
      },
    },
  },
});
