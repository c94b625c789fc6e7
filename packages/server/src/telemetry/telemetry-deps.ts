import type { Jobs } from "../platform/jobs/index.js";
import type { Platform } from "../platform/platform.js";
import type { Db } from "../platform/relational/tx.js";
import type { Settings } from "../settings/index.js";
import type { ActiveCanaries } from "./canaries/active-canaries.js";
import type { DashboardStore } from "./stores/dashboard-store.js";
import type { ExpiredStore } from "./stores/expired-store.js";
import type { LineListStore } from "./stores/line-list-store.js";
import type { LineStore } from "./stores/line-store.js";
import type { OutlineStore } from "./stores/outline-store.js";
import type { RedactionStore } from "./stores/redaction-store.js";
import type { RepeatCountStore } from "./stores/repeat-count-store.js";
import type { OwnReportStore } from "./stores/own-report-store.js";
import type { ReportStore } from "./stores/report-store.js";
import type { RecentOutlines } from "./events/recent-outlines.js";
import type { SessionLocks } from "./ingest/session-locks.js";
import type { SessionUpdates } from "./ingest/session-updates.js";

/** What the use cases of telemetry stand on. */
export interface TelemetryDeps {
  readonly db: Db;
  readonly transaction: Platform["relational"]["transaction"];
  readonly jobs: Pick<Jobs, "enqueue">;
  readonly writer: Pick<Platform["analytical"]["writer"], "stats">;
  readonly settings: Settings;
  readonly lines: LineStore;
  readonly lineLists: LineListStore;
  readonly outlines: OutlineStore;
  readonly recentOutlines: RecentOutlines;
  readonly reports: ReportStore;
  readonly ownReports: OwnReportStore;
  readonly dashboard: DashboardStore;
  readonly repeatCounts: RepeatCountStore;
  readonly expired: ExpiredStore;
  readonly redactions: RedactionStore;
  readonly canariesOf: ActiveCanaries;
  readonly sessionLocks: SessionLocks;
  readonly updates: SessionUpdates;
}
