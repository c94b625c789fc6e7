import type { AuditLogFilters } from "@tackroom/contract";
import { readTimeRange } from "../platform/time-range.js";
import type { EventFilter } from "./audit-event-store.js";

/** The filters of a request as the store takes them; a date that is none is refused. */
export function readFilter(filters: AuditLogFilters): EventFilter {
  const { start_date, end_date, ...named } = filters;
  return { ...named, ...readTimeRange({ start_date, end_date }, "start_date", "end_date") };
}
