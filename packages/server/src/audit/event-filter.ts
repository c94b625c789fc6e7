import type { AuditLogFilters } from "@tackroom/contract";
import { ServiceError } from "../platform/service-error.js";
import type { EventFilter } from "./audit-event-store.js";
import { readEnd, readStart } from "./core/time-range.js";

/** The filters of a request as the store takes them; a date that is none is refused. */
export function readFilter({ start_date, end_date, ...named }: AuditLogFilters): EventFilter {
  const from = start_date === undefined ? null : readStart(start_date);
  const to = end_date === undefined ? null : readEnd(end_date);
  if (from !== undefined && to !== undefined) return { ...named, from, to };
  const message = "must be a date (2026-01-31) or a time (2026-01-31T09:30:00Z, a + in it sent as %2B)";
  const errors = [
    ...(from === undefined ? [{ path: "query.start_date", message }] : []),
    ...(to === undefined ? [{ path: "query.end_date", message }] : []),
  ];
  throw new ServiceError("validation_failed", `${errors[0]?.path} ${message}`, { extra: { errors } });
}
