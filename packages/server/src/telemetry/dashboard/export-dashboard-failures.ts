import type { DashboardFailure, exportDashboardFailures as endpoint } from "@tackroom/contract";
import type { Static } from "typebox";
import type { Answer, CallContext } from "../../platform/http/index.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { csvAnswer } from "./csv-answer.js";
import { findFailures } from "./list-dashboard-failures.js";

const MAX_ROWS = 1000;

/** `GET /dashboard/failures/export` */
export async function exportDashboardFailures(
  deps: TelemetryDeps,
  { by, ...filter }: Static<typeof endpoint.query>,
  { caller }: CallContext,
): Promise<Answer<string>> {
  const rows = await findFailures(deps, filter, { by, limit: MAX_ROWS }, caller);
  return csvAnswer<DashboardFailure>(`failures-by-${by}`, rows, {
    [by]: ({ key }) => key,
    name: ({ name }) => name,
    calls: ({ calls }) => calls,
    calls_before: ({ calls_before }) => calls_before,
    failed: ({ failed }) => failed,
    failed_before: ({ before }) => before,
    sessions: ({ sessions }) => sessions,
    reason: ({ reason }) => reason,
    example_session_ids: ({ examples }) => examples.map(({ session_id }) => session_id).join(" "),
  });
}
