import { roleSuffices, type getDashboardSeries as endpoint } from "@tackroom/contract";
import type { Static } from "typebox";
import type { CallContext } from "../../platform/http/index.js";
import { fieldError, ServiceError } from "../../platform/service-error.js";
import {
  figuresOf,
  serverCallsOf,
  unpricedSessionsOf,
  usageOf,
  type FiguresCut,
  type FiguresQuery,
  type FiguresRow,
} from "../stores/figures-store.js";
import { tokensOf } from "../core/summary.js";
import { findTeamsOf } from "./find-teams-of.js";
import { groupRows } from "./group-rows.js";
import { createPricer } from "./price-usage.js";
import { noteFiguresRead } from "../privileged-reads.js";
import { usageEntry } from "../ingest/read-lines.js";
import { readDashboardQuery } from "./read-dashboard-query.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

type SeriesQuery = Static<typeof endpoint.query>;
type Group = NonNullable<SeriesQuery["group_by"]>;

/** One value, of one interval and of what the lines were cut by. */
interface Value {
  readonly time: string;
  readonly part: string;
  readonly value: number;
}

/** What activity is cut by; teams are made of people afterwards. */
const CUTS: Readonly<Record<Exclude<Group, "component">, FiguresCut["by"]>> = {
  agent: "agent",
  harness: "harness",
  model: "model",
  team: "user",
  user: "user",
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
  query: FiguresQuery,
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
    const failed = metric === "tool_failures";
    const [seen, reported] = await Promise.all([
      serverCallsOf(deps.db, query, interval, failed),
      dashboard.calls(query, interval, failed),
    ]);
    return addedUp(timed([...seen, ...reported]));
  }
  const cut = { interval, by: group ? CUTS[group] : null };
  if (
    metric === "tokens" ||
    metric === "cost_usd" ||
    metric === "stated_cost_usd" ||
    metric === "sessions_without_price" ||
    metric === "tokens_without_price"
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
  const rows = await figuresOf(deps.db, query, cut);
  return timed(rows.map((row) => ({ time: row.time, part: row.part, value: pick[metric](row) })));
}

const timed = (rows: readonly { time: string | null; part: string; value: number }[]): Value[] =>
  rows.flatMap(({ time, part, value }) => (time === null ? [] : [{ time, part, value }]));

async function usageValues(
  { db, settings }: TelemetryDeps,
  query: FiguresQuery,
  cut: FiguresCut,
  metric: "tokens" | "cost_usd" | "stated_cost_usd" | "sessions_without_price" | "tokens_without_price",
): Promise<Value[]> {
  const { changes, price } = createPricer(query, settings.get("telemetry.model_prices"));
  const rows = await usageOf(db, query, { ...cut, changes });
  if (metric === "sessions_without_price") {
    const { unpriced } = price(rows);
    return timed(await unpricedSessionsOf(db, query, { ...cut, changes, unpriced }));
  }
  return [...groupRows(rows, ({ time, part }) => JSON.stringify([time, part])).values()].flatMap((same) => {
    const [{ time, part } = { time: null, part: "" }] = same;
    const { usd, statedUsd, unpricedTokens } = price(same);
    const values = {
      tokens: tokensOf(same.map(usageEntry)).total,
      cost_usd: usd,
      stated_cost_usd: statedUsd,
      tokens_without_price: unpricedTokens,
    };
    return time === null ? [] : [{ time, part, value: values[metric] }];
  });
}

/** People become their teams; what they share is added up. */
async function nameParts({ db }: TelemetryDeps, values: readonly Value[], group: Group | undefined): Promise<Value[]> {
  if (group !== "team") return [...values];
  const teamsOf = await findTeamsOf(
    db,
    values.map(({ part }) => part),
  );
  return addedUp(values.flatMap((value) => teamsOf(value.part).map((team) => ({ ...value, part: team }))));
}

/** One value for each time and part, in the order that the stores give them. */
function addedUp(values: readonly Value[]): Value[] {
  const sums = new Map<string, Value>();
  for (const value of values) {
    const key = `${value.time} ${value.part}`;
    sums.set(key, { ...value, value: (sums.get(key)?.value ?? 0) + value.value });
  }
  return [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}
