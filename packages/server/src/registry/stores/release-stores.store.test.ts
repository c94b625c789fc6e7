import { REGISTRY_SEED } from "../../../test/store-sql/registry-seed.js";
import { testStoreSql } from "../../../test/store-sql/test-store-sql.js";
import * as artifacts from "./artifact-store.js";
import * as authored from "./authored-version-store.js";
import type { InstallEvent } from "./download-store.js";
import * as installed from "./installed-store.js";
import * as readings from "./reading-store.js";
import * as submissions from "./submission-store.js";
import * as transfers from "./transfer-store.js";
import * as statuses from "./version-status-store.js";
import * as viewers from "./viewer-store.js";

const [ID, OTHER_ID, DRAFT_ID] = [7, 9, 10_007].map(
  (number) => `00000000-0000-0000-0000-${String(number).padStart(12, "0")}`,
) as [string, string, string];
const NOW = new Date("2026-01-31T09:30:00.000Z");
const CONTENT: artifacts.CanonicalContent = { bytes: new Uint8Array([1]), mediaType: "text/plain" };
const TRANSFER: transfers.Transfer = {
  item_id: ID,
  kind: "mcp",
  namespace: "user8",
  slug: "item-7",
  name: "Item 7",
  from_user_id: ID,
  to_user_id: OTHER_ID,
  created_at: NOW,
};

const INSTALL: InstallEvent = {
  event_id: ID,
  item_id: ID,
  version_id: ID,
  kind: "mcp",
  version: "1.0.0",
  harness: "codex",
  user_id: ID,
  agent_id: null,
  installed_at: NOW.toISOString(),
};

const reviewer: viewers.Viewer = {
  ...viewers.ANONYMOUS,
  userId: ID,
  role: "reviewer",
  audiences: [viewers.EVERYBODY, ID, OTHER_ID],
  shared: [OTHER_ID],
};
const admin: viewers.Viewer = { ...reviewer, role: "admin", seesAll: true };
const QUEUE: submissions.PendingFilter = { kinds: ["mcp", "agent"], withPrompt: ["agent"], limit: 50, offset: 0 };

testStoreSql({
  test: import.meta.url,
  seed: REGISTRY_SEED,
  smallTables: [],
  stores: {
    "artifact-store": {
      exports: artifacts,
      calls: {
        insertArtifact: ({ db }) => artifacts.insertArtifact(db, DRAFT_ID, CONTENT).catch(() => undefined),
        replaceArtifact: ({ db }) => artifacts.replaceArtifact(db, DRAFT_ID, CONTENT),
        keepStatements: ({ db }) => artifacts.keepStatements(db, ID, { attestation: "signed", lock: null }),
        findArtifact: ({ db }) => artifacts.findArtifact(db, ID),
        findBytes: ({ db }) => artifacts.findBytes(db, [ID, OTHER_ID]),
        dropUnreleasedArtifacts: ({ db }) => artifacts.dropUnreleasedArtifacts(db, ID),
      },
    },
    "submission-store": {
      exports: submissions,
      calls: {
        listPending: {
          "for a reviewer": ({ db }) => submissions.listPending(db, reviewer, QUEUE),
          "for an admin": ({ db }) => submissions.listPending(db, admin, QUEUE),
          "of a team": ({ db }) => submissions.listPending(db, reviewer, { ...QUEUE, teamId: ID }),
          "of an import": ({ db }) => submissions.listPending(db, reviewer, { ...QUEUE, batchId: ID }),
          "waiting for authors": ({ db }) => submissions.listPending(db, reviewer, { ...QUEUE, isReturned: true }),
          "behind the last page": ({ db }) => submissions.listPending(db, reviewer, { ...QUEUE, offset: 5000 }),
        },
      },
    },
    "version-status-store": {
      exports: statuses,
      calls: {
        approveVersion: ({ db }) =>
          statuses.approveVersion(db, ID, { by: ID, author: OTHER_ID, releasedAt: new Date(0) }),
        rejectPending: ({ db }) => statuses.rejectPending(db, ID, { reason: "Why", by: ID }),
        markChangesRequested: ({ db }) => statuses.markChangesRequested(db, ID, new Date(0)),
        approveForPublic: ({ db }) => statuses.approveForPublic(db, ID),
        setVersionStatus: ({ db }) => statuses.setVersionStatus(db, ID, "pending"),
        restoreApprovals: ({ db }) => statuses.restoreApprovals(db, ID),
        returnToReview: ({ db }) => statuses.returnToReview(db, ID),
        dropWaitingOwner: ({ db }) => statuses.dropWaitingOwner(db, ID),
        markVersion: ({ db }) => statuses.markVersion(db, ID, { deprecated: "Use another", yanked: true }),
      },
    },
    "reading-store": {
      exports: readings,
      calls: {
        keepReading: ({ db }) =>
          readings.keepReading(db, {
            reviewer_id: ID,
            version_id: ID,
            item_id: ID,
            fingerprint: "sha256:0",
            read_at: NOW,
          }),
        findReadingOfVersion: ({ db }) => readings.findReadingOfVersion(db, ID, ID),
        hasReadingOfItem: ({ db }) => readings.hasReadingOfItem(db, ID, ID),
        dropReading: ({ db }) => readings.dropReading(db, ID, ID),
      },
    },
    "authored-version-store": {
      exports: authored,
      calls: {
        listUnanswered: ({ db }) => authored.listUnanswered(db, reviewer, { limit: 50, offset: 0 }),
        listReleasesBy: ({ db }) =>
          authored.listReleasesBy(db, reviewer, { userIds: [ID, OTHER_ID], since: NOW, limit: 20 }),
      },
    },
    "installed-store": {
      exports: installed,
      calls: {
        keepInstalled: ({ db }) => installed.keepInstalled(db, INSTALL),
        forgetInstalled: ({ db }) => installed.forgetInstalled(db, ID, OTHER_ID),
        installedBy: {
          some: ({ db }) => installed.installedBy(db, ID, [ID, OTHER_ID]),
          none: ({ db }) => installed.installedBy(db, ID, []),
        },
        listOutdated: ({ db }) => installed.listOutdated(db, reviewer, 100),
        installersBelow: {
          everybody: ({ db }) => installed.installersBelow(db, { itemId: ID, precedence: "2" }),
          "members of a team": ({ db }) => installed.installersBelow(db, { itemId: ID, precedence: "2", among: [ID] }),
        },
      },
    },
    "transfer-store": {
      exports: transfers,
      calls: {
        offerTransfer: ({ db }) => transfers.offerTransfer(db, { item_id: ID, from_user_id: ID, to_user_id: OTHER_ID }),
        findTransfers: ({ db }) => transfers.findTransfers(db, ID, { kind: "mcp", id: "user8/item-7" }),
        endTransfer: ({ db }) => transfers.endTransfer(db, TRANSFER),
        listTransfersOf: ({ db }) => transfers.listTransfersOf(db, ID, { direction: "incoming", limit: 50, offset: 0 }),
      },
    },
  },
});
