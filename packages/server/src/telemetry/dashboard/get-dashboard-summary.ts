import type { DashboardFilter, DashboardSummary } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { tokensOf } from "../sessions/describe-session.js";
import { createPricer } from "./price-usage.js";
import { readDashboardQuery } from "./read-dashboard-query.js";
import { usageEntry } from "../ingest/read-lines.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

const NO_FIGURES = { sessions: 0, users: 0, prompts: 0, tool_calls: 0, tool_failures: 0 };
const WHOLE = { interval: null, by: null } as const;

/** `GET /dashboard/summary` */
export async function getDashboardSummary(
  deps: TelemetryDeps,
  filter: DashboardFilter,
  { caller }: CallContext,
): Promise<DashboardSummary> {
  const query = await readDashboardQuery(deps, filter, caller);
  const { changes, price } = createPricer(query, deps.settings.get("telemetry.model_prices"));
  const [[figures = NO_FIGURES], usage, [downloads]] = await Promise.all([
    deps.dashboard.figures(query, WHOLE),
    deps.dashboard.usage(query, { ...WHOLE, changes }),
    deps.dashboard.downloads(query, null, null),
  ]);
  const { usd, statedUsd, unpriced } = price(usage);
  const [without] =
    unpriced.length === 0 ? [] : await deps.dashboard.unpricedSessions(query, { ...WHOLE, changes }, unpriced);
  return {
    from: query.from,
    to: query.to,
    sessions: figures.sessions,
    active_users: figures.users,
    prompts: figures.prompts,
    tool_calls: figures.tool_calls,
    tool_failures: figures.tool_failures,
    tokens: tokensOf(usage.map(usageEntry)),
    cost_usd: usd,
    stated_cost_usd: statedUsd,
    sessions_without_price: without?.value ?? 0,
    unpriced_models: [...new Set(unpriced.map(({ model }) => model))].toSorted(),
    downloads: downloads?.value ?? 0,
  };
}
