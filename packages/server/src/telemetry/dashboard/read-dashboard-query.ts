import { roleSuffices, type DashboardFilter } from "@tackroom/contract";
import type { Caller } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { readTimeRange } from "../../platform/time-range.js";
import { membersOf } from "../../teams/index.js";
import type { FiguresQuery } from "../stores/figures-store.js";
import { noteFiguresRead } from "../privileged-reads.js";
import { requireHarness } from "../ingest/session-identity.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

const DEFAULT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** One's own data; an admin's is everyone's, or that of a person or a team. */
export async function readDashboardQuery(
  { db }: Pick<TelemetryDeps, "db">,
  filter: DashboardFilter,
  caller: Caller,
): Promise<FiguresQuery> {
  const range = readTimeRange({ from: filter.from, to: filter.to }, "from", "to");
  const to = range.to ?? new Date().toISOString();
  const from = range.from ?? new Date(Date.parse(to) - DEFAULT_DAYS * DAY_MS).toISOString();
  const users = await whose({ db }, filter, caller);
  return {
    from,
    to,
    users,
    harness: filter.harness && requireHarness(filter.harness, "query.harness"),
    model: filter.model,
    agentId: filter.agent_id,
    project: filter.project,
    hasErrors: filter.has_errors,
  };
}

async function whose(
  { db }: Pick<TelemetryDeps, "db">,
  { user_id, team_id }: DashboardFilter,
  caller: Caller,
): Promise<readonly string[] | undefined> {
  if (!roleSuffices(caller.role, "admin")) {
    const isOther = user_id !== undefined && user_id.toLowerCase() !== caller.userId.toLowerCase();
    if (isOther || team_id !== undefined) {
      throw new ServiceError("forbidden", "Only admins can see other users' data. Omit user_id and team_id.");
    }
    return [caller.userId];
  }
  if (user_id !== undefined) noteFiguresRead(caller, { userId: user_id });
  const members = team_id === undefined ? undefined : await membersOf(db, team_id);
  if (user_id === undefined) return members;
  return members ? members.filter((member) => member === user_id.toLowerCase()) : [user_id];
}
