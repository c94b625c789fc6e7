import type { Analytical } from "../../platform/analytical/index.js";
import type { InteractionFigures, ItemUsage } from "../../registry/index.js";
import { MAX_EXACT_LATENCIES, ROUNDED_BITS } from "../core/latency-precision.js";
import type { MinuteCalls, MinuteLatencies, Together } from "./activity-store.js";
import { settings } from "./line-store.js";

/** Rows of `hook_event`, `tool_call_event` and `agent_interaction_event`. */
export interface HookEventRow {
  readonly received_at: string;
  readonly event_id: string;
  readonly user_id: string;
  readonly harness: string;
  readonly event: string;
  readonly session_id: string;
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly agent_id: string;
  readonly model: string;
  readonly cwd: string;
  readonly is_error: 0 | 1;
  readonly detail: string;
}

export interface ToolCallRow {
  readonly received_at: string;
  readonly event_id: string;
  readonly mcp_server_id: string;
  readonly user_id: string;
  readonly harness: string;
  readonly session_id: string;
  readonly tool_name: string;
  readonly status: string;
  readonly user_action: string;
  readonly latency_ms: number;
  readonly input_params: string;
  readonly response: string;
}

export interface InteractionRow {
  readonly received_at: string;
  readonly event_id: string;
  readonly agent_id: string;
  readonly user_id: string;
  readonly harness: string;
  readonly session_id: string;
  readonly tool_calls: number;
  readonly user_action: string;
  readonly latency_ms: number;
}

export interface RecentReports {
  readonly tool_calls: number;
  readonly interactions: number;
  /** RFC 3339; null when there was none. */
  readonly last_at: string | null;
}

/** Which reported calls are asked for. Times are RFC 3339, whole minutes; `to` is the first moment after them. */
export interface ReportedCallQuery {
  readonly from: string;
  readonly to: string;
  /** Undefined: anyone. */
  readonly userId?: string | undefined;
  /** Names that clients report servers by; undefined: all servers. */
  readonly servers?: readonly string[] | undefined;
}

export interface ReportStore extends Omit<ItemUsage, "scoresOf"> {
  appendHook(row: HookEventRow): Promise<void>;
  appendToolCalls(rows: readonly ToolCallRow[]): Promise<void>;
  appendInteractions(rows: readonly InteractionRow[]): Promise<void>;
  /** What one person, or everybody, has reported since a time. */
  recent(userId: string | null, since: Date): Promise<RecentReports>;
  /** Reported tool calls by the minute of their arrival. */
  reportedCalls(query: ReportedCallQuery): Promise<MinuteCalls[]>;
  reportedLatencies(query: ReportedCallQuery, together: Together): Promise<MinuteLatencies[]>;
}

const SINCE = "received_at >= parseDateTime64BestEffort({since:String}, 3, 'UTC')";
const OF_USER = "({user:String} = '' OR user_id = toUUIDOrZero({user:String}))";

const RECENT = `SELECT countIf(what = 'call') AS tool_calls, countIf(what = 'interaction') AS interactions,
    maxOrNull(received_at) AS last_at
  FROM (
    SELECT 'call' AS what, received_at FROM tool_call_event WHERE ${SINCE} AND ${OF_USER}
    UNION ALL SELECT 'interaction', received_at FROM agent_interaction_event WHERE ${SINCE} AND ${OF_USER}
    UNION ALL SELECT if(event IN ('PostToolUse', 'PostToolUseFailure'), 'call', 'hook'), received_at FROM hook_event
      WHERE ${SINCE} AND ${OF_USER}
  ) ${settings("recent-reports")}`;

const CALLS = `SELECT count() AS calls, countIf(status NOT IN ('success', 'ok')) AS errors, avg(latency_ms) AS avg,
    quantileExact(0.5)(latency_ms) AS p50, quantileExact(0.9)(latency_ms) AS p90, quantileExact(0.99)(latency_ms) AS p99
  FROM tool_call_event WHERE mcp_server_id IN {names:Array(String)} AND ${SINCE} ${settings("call-figures")}`;

const ACCEPTED = "user_action IN ('accept', 'accepted', 'approve', 'approved', 'allow', 'allowed')";
const REFUSED = "user_action IN ('reject', 'rejected', 'deny', 'denied', 'refuse', 'refused', 'cancel', 'cancelled')";

const INTERACTIONS = `SELECT count() AS interactions, if(countIf(${ACCEPTED} OR ${REFUSED}) = 0, NULL,
      countIf(${ACCEPTED}) / countIf(${ACCEPTED} OR ${REFUSED})) AS "acceptanceRate",
    avg(tool_calls) AS "avgToolCalls", avg(latency_ms) AS "avgLatencyMs"
  FROM agent_interaction_event WHERE agent_id IN {names:Array(String)} AND ${SINCE} ${settings("interaction-figures")}`;

const OF_MINUTES = `FROM tool_call_minute
  WHERE minute >= parseDateTime64BestEffort({from:String}, 3, 'UTC') AND minute < parseDateTime64BestEffort({to:String}, 3, 'UTC')
    AND ${OF_USER} AND ({all:UInt8} = 1 OR mcp_server_id IN {names:Array(String)})`;

const MINUTE_CALLS = `SELECT minute, toUInt32(sum(calls)) AS calls, toUInt32(sum(failures)) AS failures ${OF_MINUTES}
  GROUP BY minute ORDER BY minute ${settings("reported-calls")}`;

const momentOf = (name: string): string => `parseDateTime64BestEffort({${name}:String}, 3, 'UTC')`;
const IS_TOGETHER = `(minute >= ${momentOf("first")} AND minute < ${momentOf("end")})`;
const IS_ROUNDED = `(SELECT sum(length(latencies)) ${OF_MINUTES} AND NOT ${IS_TOGETHER}) > ${MAX_EXACT_LATENCIES}`;
const STEP = `pow(2, greatest(0, floor(log2(greatest(latency, 1))) - ${ROUNDED_BITS}))`;

// The same as `latenciesByMinute` of the other store.
const MINUTE_LATENCIES = `SELECT at AS minute, groupArray(told) AS latencies, groupArray(calls) AS counts FROM (
    SELECT if(${IS_TOGETHER}, ${momentOf("first")}, minute) AS at, toUInt32(count()) AS calls,
      if(NOT ${IS_TOGETHER} AND ${IS_ROUNDED}, round(latency / ${STEP}) * ${STEP}, latency) AS told
    FROM (SELECT minute, arrayJoin(latencies) AS latency ${OF_MINUTES}) GROUP BY at, told
  ) GROUP BY at ORDER BY at ${settings("reported-latencies")}`;

const minuteParams = ({ from, to, userId = "", servers }: ReportedCallQuery) => ({
  from,
  to,
  user: userId,
  all: servers === undefined ? 1 : 0,
  names: [...(servers ?? [])],
});

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A row of `tool_call_minute`. */
interface MinuteRow extends Pick<ToolCallRow, "mcp_server_id" | "user_id" | "session_id"> {
  readonly minute: string;
  readonly calls: number;
  readonly failures: number;
  readonly latencies: number[];
}

const SUCCESSES: readonly string[] = ["success", "ok"];

function minutesOf(rows: readonly ToolCallRow[]): MinuteRow[] {
  const minutes = new Map<string, Mutable<MinuteRow>>();
  for (const { received_at, mcp_server_id, user_id, session_id, status, latency_ms } of rows) {
    const minute = `${received_at.slice(0, 16)}:00.000Z`;
    const key = JSON.stringify([minute, mcp_server_id, user_id, session_id]);
    const row = minutes.get(key) ?? {
      minute,
      mcp_server_id,
      user_id,
      session_id,
      calls: 0,
      failures: 0,
      latencies: [],
    };
    row.calls += 1;
    if (!SUCCESSES.includes(status)) row.failures += 1;
    row.latencies.push(latency_ms);
    minutes.set(key, row);
  }
  return [...minutes.values()];
}

interface CallsRow {
  readonly calls: number;
  readonly errors: number;
  readonly avg: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

export function createReportStore({ query, writer }: Analytical): ReportStore {
  const one = async <Row>(sql: string, params: object): Promise<Row> => {
    const [row] = await query<Row>(sql, { ...params });
    if (!row) throw new Error("the aggregate query returned no row");
    return row;
  };
  return {
    appendHook: (row) => writer.append("hook_event", [row]),
    async appendToolCalls(rows) {
      await Promise.all([writer.append("tool_call_event", rows), writer.append("tool_call_minute", minutesOf(rows))]);
    },
    appendInteractions: (rows) => writer.append("agent_interaction_event", rows),
    recent: (userId, since) => one<RecentReports>(RECENT, { user: userId ?? "", since: since.toISOString() }),
    async callsOf(names, from) {
      const row = await one<CallsRow>(CALLS, { names: [...names], since: from.toISOString() });
      const { calls, errors, ...latencyMs } = row;
      return { calls, errors, latencyMs };
    },
    reportedCalls: (asked) => query<MinuteCalls>(MINUTE_CALLS, minuteParams(asked)),
    reportedLatencies: (asked, together) =>
      query<MinuteLatencies>(MINUTE_LATENCIES, { ...minuteParams(asked), first: together.from, end: together.to }),
    interactionsOf: (names, from) =>
      one<InteractionFigures>(INTERACTIONS, { names: [...names], since: from.toISOString() }),
  };
}
