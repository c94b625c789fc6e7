import { MAX_COUNTED_DAYS, type countSessions as endpoint, type SessionCounts } from "@tackroom/contract";
import type { Static } from "typebox";
import type { CallContext } from "../../platform/http/index.js";
import { fieldError } from "../../platform/service-error.js";
import { noteSessionCount } from "../privileged-reads.js";
import { countSessionsByDay } from "../stores/session-list-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { readSessionQuery } from "./read-session-query.js";

/** `GET /telemetry/sessions/count` */
export async function countSessions(
  deps: Pick<TelemetryDeps, "db" | "lineLists">,
  { time_zone = "UTC", ...filter }: Static<typeof endpoint.query>,
  { caller }: CallContext,
): Promise<SessionCounts> {
  const timeZone = readTimeZone(time_zone);
  const query = await readSessionQuery(deps, filter, caller);
  const days = query ? await countSessionsByDay(deps.db, query, timeZone) : [];
  noteSessionCount(caller, filter);
  return {
    total: days.reduce((total, { sessions }) => total + sessions, 0),
    tool_failures: days.reduce((total, { tool_failures }) => total + tool_failures, 0),
    by_day: days.slice(0, MAX_COUNTED_DAYS),
  };
}

/** Only names: an offset such as +02:00 means the opposite to the database. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

function readTimeZone(name: string): string {
  if (ZONE_NAME.test(name)) {
    try {
      return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
    } catch {
      // Not a zone that anyone knows: refused below.
    }
  }
  throw fieldError("query.time_zone", "must be the IANA name of a time zone, such as Europe/Vienna");
}
