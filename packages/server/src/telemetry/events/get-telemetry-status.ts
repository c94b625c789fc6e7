import { roleSuffices, type TelemetryStatus } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { latestSession, recentSessionIds } from "../stores/session-list-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

const HOUR_MS = 60 * 60 * 1000;
/** More sessions than this are not written to in an hour by people. */
const MAX_SESSIONS = 20_000;

/** The store's own words name addresses and tables, which are the operators' business. */
const FAILED = "The latest rows could not be stored. An admin can see the reason.";

/** `GET /telemetry/status`: one's own data; an admin's is everyone's. */
export async function getTelemetryStatus(
  { db, writer, lineLists, reports }: TelemetryDeps,
  { caller: { userId: own, role } }: CallContext,
): Promise<TelemetryStatus> {
  const userId = roleSuffices(role, "admin") ? null : own;
  const since = new Date(Date.now() - HOUR_MS);
  const recent = await reports.recent(userId, since);
  const active = await recentSessionIds(db, userId, since, MAX_SESSIONS);
  const latest = await latestSession(db, userId);
  const { queued, lastFlushAt, lastError } = writer.stats();
  return {
    status: lastError === null ? "ok" : "degraded",
    tool_call_events: recent.tool_calls,
    agent_interaction_events: recent.interactions,
    last_event_at: later(recent.last_at, latest?.last_event_at ?? null),
    sessions_active: active.length,
    records_last_hour: await lineLists.countReceived(active, since),
    lag_ms: latest ? Math.max(0, Date.parse(latest.received_at) - Date.parse(latest.last_event_at)) : null,
    writer: {
      queued,
      last_flush_at: lastFlushAt?.toISOString() ?? null,
      last_error: lastError === null || userId === null ? lastError : FAILED,
    },
  };
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
