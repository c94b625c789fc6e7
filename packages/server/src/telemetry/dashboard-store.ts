import type { Analytical } from "../platform/analytical/index.js";

/** Which lines count; undefined: whichever. Times are RFC 3339. */
export interface DashboardQuery {
  readonly from: string;
  readonly to: string;
  readonly users?: readonly string[] | undefined;
  readonly harness?: string | undefined;
  readonly model?: string | undefined;
  readonly sessions?: readonly string[] | undefined;
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

export interface UsageRow {
  readonly time: string | null;
  readonly part: string;
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  readonly cost: number | null;
}

export interface CountRow {
  readonly time: string | null;
  readonly part: string;
  readonly value: number;
}

export interface DashboardStore {
  figures(query: DashboardQuery, cut: DashboardCut): Promise<FiguresRow[]>;
  usage(query: DashboardQuery, cut: DashboardCut): Promise<UsageRow[]>;
  /** Installs, by user or by item. */
  downloads(
    query: DashboardQuery,
    interval: DashboardCut["interval"],
    by: "user_id" | "item_id" | null,
  ): Promise<CountRow[]>;
  /** Calls that clients reported of MCP servers, by server; the failed ones, or all. */
  calls(query: DashboardQuery, interval: DashboardCut["interval"], failed: boolean): Promise<CountRow[]>;
}

/** More points than this are no picture. */
const MOST_ROWS = 100_000;

const settings = (name: string): string =>
  `LIMIT ${MOST_ROWS} SETTINGS log_comment = 'telemetry.${name}', max_execution_time = 25, date_time_output_format = 'iso'`;

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
    usage: (query, { interval, by }) =>
      run<UsageRow>(
        `SELECT ${timeOf("at", interval)} AS time, ${partOf(by)} AS part, model, sum(session_line.input) AS input,
          sum(session_line.output) AS output, sum(session_line.cache_read) AS cache_read,
          sum(session_line.cache_write) AS cache_write, sumOrNull(cost_usd) AS cost
        FROM session_line FINAL WHERE ${linesWhere(query)} AND usage_key != ''
        GROUP BY time, part, model ORDER BY time, part, model ${settings("usage")}`,
        params(query),
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
