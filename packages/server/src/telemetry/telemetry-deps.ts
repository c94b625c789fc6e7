import type { Platform } from "../platform/platform.js";
import type { Db } from "../platform/relational/tx.js";
import type { Settings } from "../settings/index.js";
import type { DashboardStore } from "./stores/dashboard-store.js";
import type { ExpiredStore } from "./stores/expired-store.js";
import type { LineListStore } from "./stores/line-list-store.js";
import type { LineStore } from "./stores/line-store.js";
import type { RedactionStore } from "./stores/redaction-store.js";
import type { ReportStore } from "./stores/report-store.js";
import type { SessionLocks } from "./ingest/session-locks.js";
import type { SessionUpdates } from "./ingest/session-updates.js";

/** What the use cases of telemetry stand on. */
export interface TelemetryDeps {
  readonly db: Db;
  readonly transaction: Platform["relational"]["transaction"];
  readonly writer: Pick<Platform["analytical"]["writer"], "stats">;
  readonly settings: Settings;
  readonly lines: LineStore;
  readonly lineLists: LineListStore;
  readonly reports: ReportStore;
  readonly dashboard: DashboardStore;
  readonly expired: ExpiredStore;
  readonly redactions: RedactionStore;
  readonly sessionLocks: SessionLocks;
  readonly updates: SessionUpdates;
}
