import { ACTIVITY_SLICES, type Session } from "@tackroom/contract";
import { findUsers } from "../../auth/index.js";
import type { Caller } from "../../platform/http/index.js";
import { findItemsByIds, loadViewer } from "../../registry/index.js";
import { describeActivity, NOT_MEASURED, PAUSE_MINUTES } from "../core/active-time.js";
import { measureActivity } from "../stores/activity-store.js";
import { countSubagents } from "../stores/session-list-store.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { describeSession } from "./describe-session.js";

/** A page of sessions with names, subagents and activity: one statement each, however many sessions there are. */
export async function describeSessions(
  { db, settings }: Pick<TelemetryDeps, "db" | "settings">,
  rows: readonly SessionRow[],
  caller: Caller,
): Promise<Session[]> {
  const keys = rows.map(({ id }) => id);
  const users = await findUsers(
    db,
    rows.map(({ user_id }) => user_id),
  );
  const agents = await agentNames(db, rows, caller);
  const subagents = await countSubagents(db, keys);
  const measured = await measureActivity(db, keys, { slices: ACTIVITY_SLICES, pauseMinutes: PAUSE_MINUTES });
  const activities = new Map(measured.map((each) => [each.session, each]));
  return rows.map((row) => {
    const activity = activities.get(row.id);
    return {
      ...describeSession(row, settings),
      user_name: users.get(row.user_id)?.username ?? null,
      agent_name: (row.agent_id === null ? undefined : agents.get(row.agent_id)) ?? null,
      subagents: subagents.get(row.id) ?? 0,
      ...(activity ? describeActivity(activity, row) : NOT_MEASURED),
    };
  });
}

/** By id, of the agents that the caller may see. */
async function agentNames(
  db: TelemetryDeps["db"],
  rows: readonly SessionRow[],
  caller: Caller,
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ agent_id }) => agent_id ?? []))];
  if (ids.length === 0) return new Map();
  const agents = await findItemsByIds(db, await loadViewer(db, caller), "agent", ids);
  return new Map(agents.map(({ id, name }) => [id, name]));
}
