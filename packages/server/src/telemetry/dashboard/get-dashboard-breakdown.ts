import {
  roleSuffices,
  type DashboardBreakdownBy,
  type DashboardFilter,
  type DashboardRow,
  type getDashboardBreakdown as endpoint,
} from "@tackroom/contract";
import type { Static } from "typebox";
import type { Caller, CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { tokensOf } from "../core/summary.js";
import { usageEntry } from "../ingest/read-lines.js";
import { noteFiguresRead } from "../privileged-reads.js";
import { figuresOf, unpricedSessionsOf, usageOf, type FiguresCut, type FiguresQuery } from "../stores/figures-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { groupRows } from "./group-rows.js";
import { nameKeys, UNNAMED } from "./name-keys.js";
import { createPricer } from "./price-usage.js";
import { readDashboardQuery } from "./read-dashboard-query.js";
import { findTeamsOf } from "./find-teams-of.js";

/** What the store cuts by; teams are made of people afterwards. */
const CUTS: Readonly<Record<DashboardBreakdownBy, FiguresCut>> = {
  day: { interval: "day", by: null },
  user: { interval: null, by: "user" },
  team: { interval: null, by: "user" },
  agent: { interval: null, by: "agent" },
  mcp_server: { interval: null, by: "server" },
  harness: { interval: null, by: "harness" },
  model: { interval: null, by: "model" },
};

type Totals = Omit<DashboardRow, "key" | "name" | "members">;

/** `GET /dashboard/breakdown` */
export async function getDashboardBreakdown(
  deps: TelemetryDeps,
  { by, limit, ...filter }: Static<typeof endpoint.query>,
  { caller }: CallContext,
): Promise<DashboardRow[]> {
  return breakDown(deps, filter, { by, limit }, caller);
}

/** Highest cost first, then most sessions; days in their order. */
export async function breakDown(
  deps: TelemetryDeps,
  filter: DashboardFilter,
  { by, limit }: { readonly by: DashboardBreakdownBy; readonly limit: number },
  caller: Caller,
): Promise<DashboardRow[]> {
  if ((by === "team" || by === "user") && !roleSuffices(caller.role, "admin")) {
    throw new ServiceError("forbidden", `Only admins can see totals by ${by}. Choose another value of by.`);
  }
  const query = await readDashboardQuery(deps, filter, caller);
  if (by === "user") noteFiguresRead(caller, { groupBy: "user" });
  const parts = await totalsByPart(deps, query, CUTS[by]);
  const rows = by === "team" ? await byTeam(deps, parts) : parts;
  const sorted = by === "day" ? rows : rows.toSorted(([, one], [, other]) => compare(one, other));
  const shown = sorted.slice(0, limit);
  const names = await nameKeys(
    deps,
    by,
    shown.map(([key]) => key),
    caller,
  );
  return shown.map(([key, totals]) => ({
    key: key === "" ? null : by === "day" ? key.slice(0, 10) : key,
    ...(names.get(key) ?? UNNAMED),
    ...totals,
  }));
}

const compare = (one: Totals, other: Totals): number => other.cost_usd - one.cost_usd || other.sessions - one.sessions;

const keyOf = ({ time, part }: { readonly time: string | null; readonly part: string }): string => time ?? part;

/** One entry for each part; for each day, in order, if it is cut by time. */
async function totalsByPart(
  { db, settings }: Pick<TelemetryDeps, "db" | "settings">,
  query: FiguresQuery,
  cut: FiguresCut,
): Promise<[key: string, totals: Totals][]> {
  const { changes, price } = createPricer(query, settings.get("telemetry.model_prices"));
  const figures = await figuresOf(db, query, cut);
  const usage = await usageOf(db, query, { ...cut, changes });
  const { unpriced } = price(usage);
  const without = await unpricedSessionsOf(db, query, { ...cut, changes, unpriced });
  const withoutPrice = new Map(without.map((row) => [keyOf(row), row.value]));
  const used = groupRows(usage, keyOf);
  return figures.map((row) => {
    const rows = used.get(keyOf(row)) ?? [];
    const { usd, unpricedTokens } = price(rows);
    const totals = {
      sessions: row.sessions,
      active_users: row.users,
      tool_calls: row.tool_calls,
      tool_failures: row.tool_failures,
      tokens: tokensOf(rows.map(usageEntry)).total,
      cost_usd: usd,
      sessions_without_price: withoutPrice.get(keyOf(row)) ?? 0,
      tokens_without_price: unpricedTokens,
    };
    return [keyOf(row), totals];
  });
}

/** A session has one user, so that those of a team are the sum of its members'. */
async function byTeam(
  { db }: Pick<TelemetryDeps, "db">,
  people: readonly (readonly [user: string, totals: Totals])[],
): Promise<[string, Totals][]> {
  const teamsOf = await findTeamsOf(
    db,
    people.map(([user]) => user),
  );
  const sums = new Map<string, Totals>();
  for (const [user, totals] of people) {
    for (const team of teamsOf(user)) {
      const known = sums.get(team);
      sums.set(team, known ? addTotals(known, totals) : totals);
    }
  }
  return [...sums];
}

function addTotals(one: Totals, other: Totals): Totals {
  const names = Object.keys(one) as (keyof Totals)[];
  const sums = Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as Record<keyof Totals, number>;
  return { ...sums, cost_usd: Math.round(sums.cost_usd * 1e6) / 1e6 };
}
