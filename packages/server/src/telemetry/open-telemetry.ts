import type { Platform } from "../platform/platform.js";
import type { Settings } from "../settings/index.js";
import { createDashboardStore } from "./dashboard-store.js";
import { createExpiredStore } from "./expired-store.js";
import { createLineListStore } from "./line-list-store.js";
import { createLineStore } from "./line-store.js";
import { createRedactionStore } from "./redaction-store.js";
import { createReportStore } from "./report-store.js";
import { openSessionTurns } from "./session-turns.js";
import { createSessionUpdates } from "./session-updates.js";
import type { TelemetryDeps } from "./telemetry-deps.js";

export function openTelemetry({ relational, analytical, bus, isAlone }: Platform, settings: Settings): TelemetryDeps {
  return {
    db: relational,
    transaction: relational.transaction,
    writer: analytical.writer,
    settings,
    lines: createLineStore(analytical),
    lineLists: createLineListStore(analytical),
    reports: createReportStore(analytical),
    dashboard: createDashboardStore(analytical),
    expired: createExpiredStore(analytical),
    redactions: createRedactionStore(analytical),
    turns: openSessionTurns(relational, { isAlone }),
    updates: createSessionUpdates(bus),
  };
}
