import { READ_ACTIONS, type AuditLogFilters } from "@tackroom/contract";
import { readTimeRange } from "../platform/time-range.js";
import type { EventFilter } from "./audit-event-store.js";

/** The filters of a request as the store takes them; a date that is none is refused. */
export function readFilter(filters: AuditLogFilters): EventFilter {
  const { start_date, end_date, reads, ...named } = filters;
  const hidden = reads === "hidden" ? { hiddenReads: READ_ACTIONS } : {};
  return { ...named, ...hidden, ...readTimeRange({ start_date, end_date }, "start_date", "end_date") };
}
