import { roleSuffices, type DashboardFilter, type DashboardSummary } from "@tackroom/contract";
import { listUsers } from "../../auth/index.js";
import type { Caller, CallContext } from "../../platform/http/index.js";
import { membersOf } from "../../teams/index.js";
import { tokensOf } from "../core/summary.js";
import { createPricer } from "./price-usage.js";
import { readDashboardQuery } from "./read-dashboard-query.js";
import { figuresOf, unpricedSessionsOf, usageOf } from "../stores/figures-store.js";
import { countPurgedSessions, countUncountedSessions } from "../stores/session-list-store.js";
import { usageEntry } from "../ingest/read-lines.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

const EVERYONE = { words: undefined, role: undefined, limit: 1, offset: 0 };

/** Who could have been active: everyone with an account, or the members of the team. */
async function countMembers(
  { db }: Pick<TelemetryDeps, "db">,
  { user_id, team_id }: DashboardFilter,
  caller: Caller,
): Promise<number | null> {
  if (user_id !== undefined || !roleSuffices(caller.role, "admin")) return null;
  if (team_id !== undefined) return (await membersOf(db, team_id)).length;
  return (await listUsers(db, { ...EVERYONE, active: true })).total;
}

const NO_FIGURES = { sessions: 0, users: 0, prompts: 0, tool_calls: 0, tool_failures: 0 };
const WHOLE = { interval: null, by: null } as const;

/** `GET /dashboard/summary` */
export async function getDashboardSummary(
  deps: TelemetryDeps,
  filter: DashboardFilter,
  { caller }: CallContext,
): Promise<DashboardSummary> {
  const query = await readDashboardQuery(deps, filter, caller);
  const sessions = { ...query, userId: null, userIds: query.users };
  const { changes, price } = createPricer(query, deps.settings.get("telemetry.model_prices"));
  const [[figures = NO_FIGURES], usage, [downloads], notCounted, purged] = await Promise.all([
    figuresOf(deps.db, query, WHOLE),
    usageOf(deps.db, query, { ...WHOLE, changes }),
    deps.dashboard.downloads(query, null, null),
    countUncountedSessions(deps.db, sessions),
    countPurgedSessions(deps.db, sessions),
  ]);
  const { usd, statedUsd, unpriced, unpricedTokens } = price(usage);
  const [without] = await unpricedSessionsOf(deps.db, query, { ...WHOLE, changes, unpriced });
  return {
    from: query.from,
    to: query.to,
    sessions: figures.sessions,
    active_users: figures.users,
    members: await countMembers(deps, filter, caller),
    prompts: figures.prompts,
    tool_calls: figures.tool_calls,
    tool_failures: figures.tool_failures,
    tokens: tokensOf(usage.map(usageEntry)),
    cost_usd: usd,
    stated_cost_usd: statedUsd,
    sessions_without_price: without?.value ?? 0,
    tokens_without_price: unpricedTokens,
    unpriced_models: [...new Set(unpriced.map(({ model }) => model))].toSorted(),
    downloads: downloads?.value ?? 0,
    sessions_not_counted: notCounted,
    sessions_purged: purged,
  };
}
