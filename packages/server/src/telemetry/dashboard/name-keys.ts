import type { DashboardBreakdownBy, DashboardFailuresBy } from "@tackroom/contract";
import { findUsers } from "../../auth/index.js";
import type { Caller } from "../../platform/http/index.js";
import { findItemsByIds, loadViewer } from "../../registry/index.js";
import { findTeamSizes } from "../../teams/index.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

export interface NamedKey {
  readonly name: string | null;
  /** How many members a team has; null for everything else. */
  readonly members: number | null;
}

export const UNNAMED: NamedKey = { name: null, members: null };

/** What keys are called, of those that have a name besides: users, teams, and the agents that the caller may see. */
export async function nameKeys(
  { db }: Pick<TelemetryDeps, "db">,
  by: DashboardBreakdownBy | DashboardFailuresBy,
  given: readonly string[],
  caller: Caller,
): Promise<Map<string, NamedKey>> {
  const keys = given.filter((key) => key !== "");
  if (keys.length === 0) return new Map();
  if (by === "user") {
    const users = await findUsers(db, keys);
    return new Map(Array.from(users, ([id, { username }]) => [id, { ...UNNAMED, name: username }]));
  }
  if (by === "team") {
    const teams = await findTeamSizes(db, keys);
    return new Map(teams.map(({ id, name, member_count: members }) => [id, { name, members }]));
  }
  if (by === "agent") {
    const agents = await findItemsByIds(db, await loadViewer(db, caller), "agent", keys);
    return new Map(agents.map(({ id, name }) => [id, { ...UNNAMED, name }]));
  }
  return new Map();
}
