import type { AuditEvent, AuditLogCheck, AuditLogFilters } from "@tackroom/contract";
import type { Platform } from "../platform/platform.js";
import { createEventStore } from "./audit-event-store.js";
import { createOutboxStore, insertOutboxEvents } from "./audit-outbox-store.js";
import type { UnchainedEvent } from "./core/chain.js";
import { createDrainer, type Drainer } from "./drainer.js";
import { exportEvents, type ExportFormat, type ExportedLog } from "./export-events.js";
import { listEvents } from "./list-events.js";
import { createReadLog, type ReadLog } from "./read-log.js";
import { createRefusalLog, type RefusalLog } from "./refusal-log.js";
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

export interface AuditLog
  extends AuditLogReader, Pick<Drainer, "start" | "wake" | "close">, Pick<RefusalLog, "refused">, ReadLog {}

export function createAuditLog({
  relational,
  analytical,
  log,
  isSingleProcess,
}: Pick<Platform, "relational" | "analytical" | "log" | "isSingleProcess">): AuditLog {
  const outbox = createOutboxStore(relational);
  const events = createEventStore(analytical);
  const drainer = createDrainer({ outbox, events, log, isSingleProcess });
  const write = async (records: readonly UnchainedEvent[]): Promise<void> => {
    await relational.transaction((tx) => insertOutboxEvents(tx, records));
    drainer.wake();
  };
  const refusals = createRefusalLog({ write, log });
  const deps = { outbox, events, settled: drainer.settled, log };
  return {
    start: drainer.start,
    wake: drainer.wake,
    async close() {
      await refusals.close();
      await drainer.close();
    },
    refused: refusals.refused,
    readOthers: createReadLog({ write }).readOthers,
    list: (filters, page) => listEvents(deps, filters, page),
    verify: () => verifyChain(deps),
    export: (filters, format) => exportEvents(deps, filters, format),
  };
}
