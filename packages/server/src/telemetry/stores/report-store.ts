import type { Analytical } from "../../platform/analytical/index.js";
import type { InteractionFigures, ItemUsage } from "../../registry/index.js";
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

export interface ReportStore extends ItemUsage {
  appendHook(row: HookEventRow): Promise<void>;
  appendToolCalls(rows: readonly ToolCallRow[]): Promise<void>;
  appendInteractions(rows: readonly InteractionRow[]): Promise<void>;
  /** What one person, or everybody, has reported since a time. */
  recent(userId: string | null, since: Date): Promise<RecentReports>;
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
    appendToolCalls: (rows) => writer.append("tool_call_event", rows),
    appendInteractions: (rows) => writer.append("agent_interaction_event", rows),
    recent: (userId, since) => one<RecentReports>(RECENT, { user: userId ?? "", since: since.toISOString() }),
    async callsOf(names, from) {
      const row = await one<CallsRow>(CALLS, { names: [...names], since: from.toISOString() });
      const { calls, errors, ...latencyMs } = row;
      return { calls, errors, latencyMs };
    },
    interactionsOf: (names, from) =>
      one<InteractionFigures>(INTERACTIONS, { names: [...names], since: from.toISOString() }),
  };
}
