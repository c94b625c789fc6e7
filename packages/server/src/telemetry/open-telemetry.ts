import type { Platform } from "../platform/platform.js";
import type { Settings } from "../settings/index.js";
import { openActiveCanaries } from "./canaries/active-canaries.js";
import { createDashboardStore } from "./stores/dashboard-store.js";
import { createExpiredStore } from "./stores/expired-store.js";
import { createLineListStore } from "./stores/line-list-store.js";
import { createLineStore } from "./stores/line-store.js";
import { createOutlineStore } from "./stores/outline-store.js";
import { createRedactionStore } from "./stores/redaction-store.js";
import { createRepeatCountStore } from "./stores/repeat-count-store.js";
import { createOwnReportStore } from "./stores/own-report-store.js";
import { createReportStore } from "./stores/report-store.js";
import { openRecentOutlines } from "./events/recent-outlines.js";
import { openSessionLocks } from "./ingest/session-locks.js";
import { createSessionUpdates } from "./ingest/session-updates.js";
import type { TelemetryDeps } from "./telemetry-deps.js";

export function openTelemetry(
  { relational, analytical, bus, jobs, isSingleProcess }: Platform,
  settings: Settings,
): TelemetryDeps {
  return {
    db: relational,
    transaction: relational.transaction,
    jobs,
    writer: analytical.writer,
    settings,
    lines: createLineStore(analytical),
    lineLists: createLineListStore(analytical),
    outlines: createOutlineStore(analytical),
    recentOutlines: openRecentOutlines(() => performance.now()),
    reports: createReportStore(analytical),
    ownReports: createOwnReportStore(analytical),
    dashboard: createDashboardStore(analytical),
    repeatCounts: createRepeatCountStore(analytical),
    expired: createExpiredStore(analytical),
    redactions: createRedactionStore(analytical),
    canariesOf: openActiveCanaries(relational),
    sessionLocks: openSessionLocks(relational, { isSingleProcess }),
    updates: createSessionUpdates(bus),
  };
}
