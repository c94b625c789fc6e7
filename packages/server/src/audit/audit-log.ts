import type { AuditEvent, AuditLogCheck, AuditLogFilters } from "@tackroom/contract";
import type { Platform } from "../platform/platform.js";
import { createEventStore } from "./audit-event-store.js";
import { createOutboxStore } from "./audit-outbox-store.js";
import { createDrainer, type Drainer } from "./drainer.js";
import { exportEvents, type ExportFormat, type ExportedLog } from "./export-events.js";
import { listEvents } from "./list-events.js";
import { verifyChain } from "./verify-chain.js";

/** The log as admins read it. Each shows whatever was committed before it was asked. */
export interface AuditLogReader {
  list(
    filters: AuditLogFilters,
    page: { limit: number; offset: number },
  ): Promise<{ items: AuditEvent[]; total: number }>;
  verify(): Promise<AuditLogCheck>;
  export(filters: AuditLogFilters, format: ExportFormat): Promise<ExportedLog>;
}

export interface AuditLog extends AuditLogReader, Pick<Drainer, "start" | "wake" | "close"> {}

export function createAuditLog({
  relational,
  analytical,
  log,
  isAlone,
}: Pick<Platform, "relational" | "analytical" | "log" | "isAlone">): AuditLog {
  const outbox = createOutboxStore(relational);
  const events = createEventStore(analytical);
  const drainer = createDrainer({ outbox, events, log, isAlone });
  const deps = { outbox, events, settled: drainer.settled, log };
  return {
    start: drainer.start,
    wake: drainer.wake,
    close: drainer.close,
    list: (filters, page) => listEvents(deps, filters, page),
    verify: () => verifyChain(deps),
    export: (filters, format) => exportEvents(deps, filters, format),
  };
}
