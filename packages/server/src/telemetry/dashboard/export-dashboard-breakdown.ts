import { MAX_EXPORTED_ROWS, type DashboardRow, type exportDashboardBreakdown as endpoint } from "@tackroom/contract";
import type { Static } from "typebox";
import type { Answer, CallContext } from "../../platform/http/index.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { csvAnswer } from "./csv-answer.js";
import { breakDown } from "./get-dashboard-breakdown.js";

/** `GET /dashboard/breakdown/export` */
export async function exportDashboardBreakdown(
  deps: TelemetryDeps,
  { by, ...filter }: Static<typeof endpoint.query>,
  { caller }: CallContext,
): Promise<Answer<string>> {
  const rows = await breakDown(deps, filter, { by, limit: MAX_EXPORTED_ROWS }, caller);
  return csvAnswer<DashboardRow>(`dashboard-by-${by}`, rows, {
    [by]: ({ key }) => key,
    name: ({ name }) => name,
    sessions: ({ sessions }) => sessions,
    active_users: ({ active_users }) => active_users,
    members: ({ members }) => members,
    tool_calls: ({ tool_calls }) => tool_calls,
    tool_failures: ({ tool_failures }) => tool_failures,
    tokens: ({ tokens }) => tokens,
    cost_usd: ({ cost_usd }) => cost_usd,
    sessions_without_price: ({ sessions_without_price }) => sessions_without_price,
    tokens_without_price: ({ tokens_without_price }) => tokens_without_price,
  });
}
