import { membershipsOf } from "../../teams/index.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { groupRows } from "./group-rows.js";

/** The teams of each of these people; "" for those who are in none. */
export async function findTeamsOf(
  db: TelemetryDeps["db"],
  users: readonly string[],
): Promise<(user: string) => readonly string[]> {
  const teams = groupRows(await membershipsOf(db, [...new Set(users)]), ({ user_id }) => user_id);
  return (user) => teams.get(user)?.map(({ team_id }) => team_id) ?? [""];
}
