import type { AuditEvent, AuditLogFilters } from "@tackroom/contract";
import type { EventStore } from "./audit-event-store.js";
import { readFilter } from "./event-filter.js";

export interface ListEventsDeps {
  readonly events: Pick<EventStore, "list" | "count">;
  readonly settled: () => Promise<void>;
}

/** One page of the log, newest first, and how many records fit in all. */
export async function listEvents(
  { events, settled }: ListEventsDeps,
  filters: AuditLogFilters,
  page: { limit: number; offset: number },
): Promise<{ items: AuditEvent[]; total: number }> {
  const filter = readFilter(filters);
  await settled();
  const [items, total] = await Promise.all([events.list(filter, page), events.count(filter)]);
  return { items, total };
}
