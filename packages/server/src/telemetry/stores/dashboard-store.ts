import type { Analytical } from "../../platform/analytical/index.js";
import type { CountRow, FiguresCut, FiguresQuery } from "./figures-store.js";

type DashboardQuery = Pick<FiguresQuery, "from" | "to" | "users" | "harness">;

/** What clients report as it happens, counted: installs, and calls of MCP servers. */
export interface DashboardStore {
  /** Installs, by user or by item. */
  downloads(
    query: DashboardQuery,
    interval: FiguresCut["interval"],
    by: "user_id" | "item_id" | null,
  ): Promise<CountRow[]>;
  /** Calls that clients reported of MCP servers, by server; the failed ones, or all. */
  calls(query: DashboardQuery, interval: FiguresCut["interval"], failed: boolean): Promise<CountRow[]>;
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

const timeOf = (at: string, interval: FiguresCut["interval"]): string =>
  interval === null ? "NULL" : `toDateTime64(${STARTS[interval](at)}, 3, 'UTC')`;
const partOf = (by: string | null): string => (by === null ? "''" : `toString(${by})`);

const within = (at: string): string =>
  `${at} BETWEEN parseDateTime64BestEffort({from:String}, 3, 'UTC') AND parseDateTime64BestEffort({to:String}, 3, 'UTC')`;

const eventsWhere = ({ users, harness }: DashboardQuery, at: string): string =>
  [
    within(at),
    ...(users ? ["user_id IN {users:Array(UUID)}"] : []),
    ...(harness === undefined ? [] : ["harness = {harness:String}"]),
  ].join(" AND ");

const params = ({ from, to, users, harness }: DashboardQuery) => ({
  from,
  to,
  ...(harness === undefined ? {} : { harness }),
  ...(users ? { users: [...users] } : {}),
});

export function createDashboardStore({ query: run }: Analytical): DashboardStore {
  return {
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
