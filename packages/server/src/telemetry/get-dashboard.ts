import type { DashboardFilter, DashboardSummary } from "@tackroom/contract";
import type { Caller } from "../platform/http/index.js";
import { costOf } from "./core/prices.js";
import { sumByModel, type Usage } from "./core/summary.js";
import type { UsageRow } from "./dashboard-store.js";
import { tokensOf } from "./describe-session.js";
import { readDashboardQuery } from "./read-dashboard-query.js";
import type { TelemetryDeps } from "./telemetry-deps.js";

const WHOLE = { interval: null, by: null } as const;

/** `GET /dashboard/summary` */
export async function getDashboard(
  deps: TelemetryDeps,
  filter: DashboardFilter,
  caller: Caller,
): Promise<DashboardSummary> {
  const query = await readDashboardQuery(deps, filter, caller);
  const [[figures], usage, [downloads]] = await Promise.all([
    deps.dashboard.figures(query, WHOLE),
    deps.dashboard.usage(query, WHOLE),
    deps.dashboard.downloads(query, null, null),
  ]);
  const byModel = usageOf(usage);
  return {
    from: query.from,
    to: query.to,
    sessions: figures?.sessions ?? 0,
    active_users: figures?.users ?? 0,
    prompts: figures?.prompts ?? 0,
    tool_calls: figures?.tool_calls ?? 0,
    tool_failures: figures?.tool_failures ?? 0,
    tokens: tokensOf(Object.values(byModel)),
    cost_usd: costOf(byModel, deps.settings.get("telemetry.model_prices")),
    downloads: downloads?.value ?? 0,
  };
}

export function usageOf(rows: readonly UsageRow[]): Usage {
  return sumByModel(
    rows.map(({ model, input, output, cache_read, cache_write, cost }) => [
      model,
      { input, output, cacheRead: cache_read, cacheWrite: cache_write, costUsd: cost },
    ]),
  );
}
