import type { Analytical } from "../../platform/analytical/index.js";
import type { UsageColumns } from "./line-store.js";

/** Which lines count; undefined: whichever. Times are RFC 3339. */
export interface DashboardQuery {
  readonly from: string;
  readonly to: string;
  readonly users?: readonly string[] | undefined;
  readonly harness?: string | undefined;
  readonly model?: string | undefined;
  readonly sessions?: readonly string[] | undefined;
}

/** Tokens at a time when one price list held: `changes` are the days, ascending, on which another one began. */
export interface PricePeriods {
  readonly changes: readonly string[];
}

/** A model whose tokens have no price, in one of the periods. */
export interface Unpriced {
  readonly model: string;
  readonly period: number;
}

/** How the figures are cut up: by time, and by what a line has. */
export interface DashboardCut {
  readonly interval: "hour" | "day" | "week" | null;
  readonly by: "harness" | "model" | "user_id" | "session" | null;
}

export interface FiguresRow {
  /** The start of the interval; null when it is not cut by time. */
  readonly time: string | null;
  readonly part: string;
  readonly sessions: number;
  readonly users: number;
  readonly prompts: number;
  readonly tool_calls: number;
  readonly tool_failures: number;
}

/** `cost_usd`: the sum of what lines state; null for the sum of those that state nothing. */
export interface UsageRow extends UsageColumns {
  readonly time: string | null;
  readonly part: string;
  /** How many of the changes of prices had come. */
  readonly period: number;
}

export interface CountRow {
  readonly time: string | null;
  readonly part: string;
  readonly value: number;
}

export interface DashboardStore {
  figures(query: DashboardQuery, cut: DashboardCut): Promise<FiguresRow[]>;
  usage(query: DashboardQuery, cut: DashboardCut & PricePeriods): Promise<UsageRow[]>;
  /** Sessions that used a model of which no price is known. */
  unpricedSessions(
    query: DashboardQuery,
    cut: DashboardCut & PricePeriods,
    unpriced: readonly Unpriced[],
  ): Promise<CountRow[]>;
  /** Installs, by user or by item. */
  downloads(
    query: DashboardQuery,
    interval: DashboardCut["interval"],
    by: "user_id" | "item_id" | null,
  ): Promise<CountRow[]>;
  /** Calls that clients reported of MCP servers, by server; the failed ones, or all. */
  calls(query: DashboardQuery, interval: DashboardCut["interval"], failed: boolean): Promise<CountRow[]>;
}

/** More points than this cannot be displayed in a chart. */
const MAX_ROWS = 100_000;

const settings = (name: string): string =>
  `LIMIT ${MAX_ROWS} SETTINGS log_comment = 'telemetry.${name}', max_execution_time = 25, date_time_output_format = 'iso'`;

const STARTS = {
  hour: (at: string) => `toStartOfHour(${at})`,
  day: (at: string) => `toDateTime64(toStartOfDay(${at}), 3, 'UTC')`,
  week: (at: string) => `toDateTime64(toStartOfWeek(${at}, 1), 3, 'UTC')`,
};

const timeOf = (at: string, interval: DashboardCut["interval"]): string =>
  interval === null ? "NULL" : `toDateTime64(${STARTS[interval](at)}, 3, 'UTC')`;
const partOf = (by: string | null): string => (by === null ? "''" : `toString(${by})`);

const within = (at: string): string =>
  `${at} BETWEEN parseDateTime64BestEffort({from:String}, 3, 'UTC') AND parseDateTime64BestEffort({to:String}, 3, 'UTC')`;

/** Only the conditions that there are: one on a column that is not read costs nothing. */
function linesWhere({ users, harness, model, sessions }: DashboardQuery): string {
  const conditions = [
    "live",
    within("at"),
    ...(users ? ["user_id IN {users:Array(UUID)}"] : []),
    ...(harness === undefined ? [] : ["harness = {harness:String}"]),
    ...(model === undefined ? [] : ["model = {model:String}"]),
    ...(sessions ? ["session IN {sessions:Array(UUID)}"] : []),
  ];
  return conditions.join(" AND ");
}

/** Days compare as times do once they are times. */
const PERIOD = `arrayCount(day -> at >= toDateTime64(day, 3, 'UTC'), {changes:Array(String)})`;
const HAS_TOKENS = "input + output + cache_read + cache_write > 0";

const eventsWhere = ({ users, harness }: DashboardQuery, at: string): string =>
  [
    within(at),
    ...(users ? ["user_id IN {users:Array(UUID)}"] : []),
    ...(harness === undefined ? [] : ["harness = {harness:String}"]),
  ].join(" AND ");

const params = ({ users, sessions, ...rest }: DashboardQuery) => ({
  ...rest,
  ...(users ? { users: [...users] } : {}),
  ...(sessions ? { sessions: [...sessions] } : {}),
});

export function createDashboardStore({ query: run }: Analytical): DashboardStore {
  return {
    figures: (query, { interval, by }) =>
      run<FiguresRow>(
        `SELECT ${timeOf("at", interval)} AS time, ${partOf(by)} AS part, uniqExact(session) AS sessions,
          uniqExact(user_id) AS users, sum(arrayCount(kind -> kind = 'user', kinds)) AS prompts,
          sum(session_line.tool_calls) AS tool_calls, sum(session_line.tool_failures) AS tool_failures
        FROM session_line FINAL WHERE ${linesWhere(query)} GROUP BY time, part ORDER BY time, part ${settings("figures")}`,
        params(query),
      ),
    usage: (query, { interval, by, changes }) =>
      run<UsageRow>(
        `SELECT ${timeOf("at", interval)} AS time, ${partOf(by)} AS part, model, ${PERIOD} AS period,
          isNotNull(session_line.cost_usd) AS stated, sum(session_line.input) AS input,
          sum(session_line.output) AS output, sum(session_line.cache_read) AS cache_read,
          sum(session_line.cache_write) AS cache_write, sum(session_line.cache_write_1h) AS cache_write_1h,
          sumOrNull(session_line.cost_usd) AS cost_usd
        FROM session_line FINAL WHERE ${linesWhere(query)} AND usage_key != ''
        GROUP BY time, part, model, period, stated ORDER BY time, part, model, period, stated ${settings("usage")}`,
        { ...params(query), changes: [...changes] },
      ),
    unpricedSessions: (query, { interval, by, changes }, unpriced) =>
      run<CountRow>(
        `SELECT ${timeOf("at", interval)} AS time, ${partOf(by)} AS part, uniqExact(session) AS value
        FROM session_line FINAL WHERE ${linesWhere(query)} AND usage_key != '' AND isNull(cost_usd) AND ${HAS_TOKENS}
          AND has(arrayZip({models:Array(String)}, {periods:Array(UInt32)}), (toString(session_line.model), toUInt32(${PERIOD})))
        GROUP BY time, part ORDER BY time, part ${settings("unpriced-sessions")}`,
        {
          ...params(query),
          changes: [...changes],
          models: unpriced.map(({ model }) => model),
          periods: unpriced.map(({ period }) => period),
        },
      ),
    downloads: (query, interval, by) =>
      run<CountRow>(
        `SELECT ${timeOf("installed_at", interval)} AS time, ${partOf(by)} AS part, uniqExact(event_id) AS value
        FROM install_event WHERE ${eventsWhere(query, "installed_at")}
        GROUP BY time, part ORDER BY time, part ${settings("downloads")}`,
        params(query),
      ),
    calls: (query, interval, failed) =>
      run<CountRow>(
        `SELECT ${timeOf("received_at", interval)} AS time, mcp_server_id AS part, count() AS value
        FROM tool_call_event WHERE ${eventsWhere(query, "received_at")}
          ${failed ? "AND status NOT IN ('success', 'ok')" : ""}
        GROUP BY time, part ORDER BY time, part ${settings("calls")}`,
        params(query),
      ),
  };
}
