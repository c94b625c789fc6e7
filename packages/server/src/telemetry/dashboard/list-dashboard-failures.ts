import {
  MAX_FAILURE_EXAMPLES,
  type DashboardFailure,
  type DashboardFailuresBy,
  type DashboardFilter,
  type listDashboardFailures as endpoint,
} from "@tackroom/contract";
import type { Static } from "typebox";
import { findUsers, type PublicUser } from "../../auth/index.js";
import type { Caller, CallContext } from "../../platform/http/index.js";
import { noteSessionList } from "../privileged-reads.js";
import { failuresOf, reasonsOf } from "../stores/failure-store.js";
import { findSessionsByKey, type SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { describeSession } from "../sessions/describe-session.js";
import { nameKeys } from "./name-keys.js";
import { readDashboardQuery } from "./read-dashboard-query.js";

/** `GET /dashboard/failures` */
export async function listDashboardFailures(
  deps: TelemetryDeps,
  { by, limit, ...filter }: Static<typeof endpoint.query>,
  { caller }: CallContext,
): Promise<DashboardFailure[]> {
  return findFailures(deps, filter, { by, limit }, caller);
}

/** Of one's own sessions; an admin's are everyone's. So are the examples, which the same people may open. */
export async function findFailures(
  deps: Pick<TelemetryDeps, "db" | "settings">,
  filter: DashboardFilter,
  { by, limit }: { readonly by: DashboardFailuresBy; readonly limit: number },
  caller: Caller,
): Promise<DashboardFailure[]> {
  const { db, settings } = deps;
  const query = await readDashboardQuery(deps, filter, caller);
  const length = Date.parse(query.to) - Date.parse(query.from);
  const beforeFrom = new Date(Math.max(0, Date.parse(query.from) - length)).toISOString();
  const failures = await failuresOf(db, { ...query, by, beforeFrom, limit });
  if (failures.length === 0) return [];
  const keys = failures.map(({ key }) => key);
  const found = await reasonsOf(db, { ...query, by }, { keys, examples: MAX_FAILURE_EXAMPLES });
  const reasons = new Map(found.map((reason) => [reason.key, reason]));
  const examples = await findSessionsByKey(
    db,
    found.flatMap(({ sessions }) => sessions),
  );
  noteSessionList(caller, filter, examples);
  const sessions = new Map(examples.map((row) => [row.id, row]));
  const users = await findUsers(
    db,
    examples.map(({ user_id }) => user_id),
  );
  const names = await nameKeys(deps, by, keys, caller);
  return failures.map(({ key, calls, calls_before, ...counts }) => ({
    key: key === "" ? null : key,
    name: names.get(key)?.name ?? null,
    calls: by === "error" ? null : calls,
    calls_before: by === "error" ? null : calls_before,
    ...counts,
    reason: reasons.get(key)?.error ?? "",
    examples: (reasons.get(key)?.sessions ?? []).flatMap((id) => exampleOf(sessions.get(id), users, settings)),
  }));
}

/** As the list of sessions shows it, without what is secret in the name of its project. */
function exampleOf(
  row: SessionRow | undefined,
  users: ReadonlyMap<string, PublicUser>,
  settings: TelemetryDeps["settings"],
): DashboardFailure["examples"] {
  if (!row) return [];
  const { session_id, harness, project, project_name, user_id, title, first_prompt } = describeSession(row, settings);
  const user_name = users.get(user_id)?.username ?? null;
  return [{ session_id, harness, project, project_name, user_id, user_name, title: title ?? first_prompt }];
}
