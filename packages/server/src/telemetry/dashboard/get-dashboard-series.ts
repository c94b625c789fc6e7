import { roleSuffices, type getDashboardSeries as endpoint } from "@tackroom/contract";
import type { Static } from "typebox";
import type { CallContext } from "../../platform/http/index.js";
import { fieldError, ServiceError } from "../../platform/service-error.js";
import { membershipsOf } from "../../teams/index.js";
import type { DashboardCut, DashboardQuery, FiguresRow } from "../stores/dashboard-store.js";
import { tokensOf } from "../sessions/describe-session.js";
import { createPricer } from "./price-usage.js";
import { noteFiguresRead } from "../privileged-reads.js";
import { usageEntry } from "../ingest/read-lines.js";
import { readDashboardQuery } from "./read-dashboard-query.js";
import { agentsOf } from "../stores/session-list-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

type SeriesQuery = Static<typeof endpoint.query>;
type Group = NonNullable<SeriesQuery["group_by"]>;

/** One value, of one interval and of what the lines were cut by. */
interface Value {
  readonly time: string;
  readonly part: string;
  readonly value: number;
}

/** What lines are cut by; agents and teams are made of sessions and people afterwards. */
const CUTS: Readonly<Record<Exclude<Group, "component">, DashboardCut["by"]>> = {
  agent: "session",
  harness: "harness",
  model: "model",
  team: "user_id",
  user: "user_id",
};

/** `GET /dashboard/series` */
export async function getDashboardSeries(
  deps: TelemetryDeps,
  { metric, interval, group_by: group, ...filter }: SeriesQuery,
  { caller }: CallContext,
): Promise<Static<typeof endpoint.reply>> {
  if ((group === "team" || group === "user") && !roleSuffices(caller.role, "admin")) {
    throw new ServiceError("forbidden", `Only admins can group by ${group}. Choose another group_by.`);
  }
  const query = await readDashboardQuery(deps, filter, caller);
  if (group === "user") noteFiguresRead(caller, { groupBy: "user" });
  const values = await valuesOf(deps, query, { metric, interval, group });
  const named = await nameParts(deps, values, group);
  return named.map(({ time, part, value }) => ({
    time,
    group: group === undefined || part === "" ? null : part,
    value,
  }));
}

async function valuesOf(
  deps: TelemetryDeps,
  query: DashboardQuery,
  {
    metric,
    interval,
    group,
  }: { metric: SeriesQuery["metric"]; interval: SeriesQuery["interval"]; group: Group | undefined },
): Promise<Value[]> {
  const { dashboard } = deps;
  if (metric === "downloads") {
    const by = { component: "item_id", user: "user_id", team: "user_id" } as const;
    if (group !== undefined && !(group in by))
      throw fieldError("query.group_by", "must be component, team or user for the metric downloads");
    return timed(await dashboard.downloads(query, interval, group ? by[group as keyof typeof by] : null));
  }
  if (group === "component") {
    if (metric !== "tool_calls" && metric !== "tool_failures") {
      throw fieldError("query.metric", "must be downloads, tool_calls or tool_failures with group_by=component");
    }
    return timed(await dashboard.calls(query, interval, metric === "tool_failures"));
  }
  const cut = { interval, by: group ? CUTS[group] : null };
  if (
    metric === "tokens" ||
    metric === "cost_usd" ||
    metric === "stated_cost_usd" ||
    metric === "sessions_without_price"
  ) {
    return usageValues(deps, query, cut, metric);
  }
  const pick: Record<typeof metric, (row: FiguresRow) => number> = {
    sessions: ({ sessions }) => sessions,
    active_users: ({ users }) => users,
    prompts: ({ prompts }) => prompts,
    tool_calls: ({ tool_calls }) => tool_calls,
    tool_failures: ({ tool_failures }) => tool_failures,
  };
  const rows = await dashboard.figures(query, cut);
  return timed(rows.map((row) => ({ time: row.time, part: row.part, value: pick[metric](row) })));
}

const timed = (rows: readonly { time: string | null; part: string; value: number }[]): Value[] =>
  rows.flatMap(({ time, part, value }) => (time === null ? [] : [{ time, part, value }]));

async function usageValues(
  { dashboard, settings }: TelemetryDeps,
  query: DashboardQuery,
  cut: DashboardCut,
  metric: "tokens" | "cost_usd" | "stated_cost_usd" | "sessions_without_price",
): Promise<Value[]> {
  const { changes, price } = createPricer(query, settings.get("telemetry.model_prices"));
  const rows = await dashboard.usage(query, { ...cut, changes });
  if (metric === "sessions_without_price") {
    const { unpriced } = price(rows);
    return unpriced.length === 0 ? [] : timed(await dashboard.unpricedSessions(query, { ...cut, changes }, unpriced));
  }
  return [...grouped(rows, ({ time, part }) => JSON.stringify([time, part])).values()].flatMap((same) => {
    const [{ time, part } = { time: null, part: "" }] = same;
    const { usd, statedUsd } = price(same);
    const values = { tokens: tokensOf(same.map(usageEntry)).total, cost_usd: usd, stated_cost_usd: statedUsd };
    return time === null ? [] : [{ time, part, value: values[metric] }];
  });
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

/** Sessions become their agents, people their teams; what they share is added up. */
async function nameParts({ db }: TelemetryDeps, values: readonly Value[], group: Group | undefined): Promise<Value[]> {
  if (group !== "agent" && group !== "team") return [...values];
  const parts = [...new Set(values.map(({ part }) => part))];
  const namesOf = group === "agent" ? await agentNames(db, parts) : await teamNames(db, parts);
  const sums = new Map<string, Value>();
  for (const { time, part, value } of values) {
    for (const name of namesOf(part)) {
      const key = `${time} ${name}`;
      const before = sums.get(key)?.value;
      sums.set(key, { time, part: name, value: (before ?? 0) + value });
    }
  }
  // In the order that the store gives the others.
  return [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

async function agentNames(db: TelemetryDeps["db"], sessions: readonly string[]): Promise<(part: string) => string[]> {
  const agents = await agentsOf(db, sessions);
  return (session) => [agents.get(session) ?? ""];
}

async function teamNames(db: TelemetryDeps["db"], users: readonly string[]): Promise<(part: string) => string[]> {
  const teams = grouped(await membershipsOf(db, users), ({ user_id }) => user_id);
  return (user) => teams.get(user)?.map(({ team_id }) => team_id) ?? [""];
}
