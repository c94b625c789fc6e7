import type { Analytical } from "../../platform/analytical/index.js";
import { settings } from "./line-store.js";
import type { HookEventRow, InteractionRow, ToolCallRow } from "./report-store.js";

/** What a client has reported beside the lines of sessions. */
export interface OwnReports {
  readonly hook_event: Omit<HookEventRow, "user_id">;
  readonly tool_call: Omit<ToolCallRow, "user_id">;
  readonly agent_interaction: Omit<InteractionRow, "user_id">;
}

export type ReportKind = keyof OwnReports;

/** A report to go on after. */
export type ReportPlace = Pick<HookEventRow, "received_at" | "event_id">;

/** The reports of one person, as the person gets them. */
export interface OwnReportStore {
  /** In the order of their arrival, which stays the same while more arrive. */
  reportsOf<Kind extends ReportKind>(
    kind: Kind,
    userId: string,
    after: ReportPlace | undefined,
    limit: number,
  ): Promise<OwnReports[Kind][]>;
}

const TABLES: Readonly<Record<ReportKind, string>> = {
  hook_event: "hook_event",
  tool_call: "tool_call_event",
  agent_interaction: "agent_interaction_event",
};

const reportsAfter = (table: string): string => `SELECT * EXCEPT (user_id) FROM ${table}
  WHERE user_id = {user:UUID} AND received_at >= parseDateTime64BestEffort({time:String}, 3, 'UTC')
    AND (received_at, event_id) > (parseDateTime64BestEffort({time:String}, 3, 'UTC'), {id:UUID})
  ORDER BY received_at, event_id LIMIT {limit:UInt32} ${settings("own-reports")}`;

const FIRST: ReportPlace = {
  received_at: "1970-01-01T00:00:00.000Z",
  event_id: "00000000-0000-0000-0000-000000000000",
};

export function createOwnReportStore({ query }: Analytical): OwnReportStore {
  return {
    reportsOf: (kind, user, after = FIRST, limit) =>
      query(reportsAfter(TABLES[kind]), { user, time: after.received_at, id: after.event_id, limit }),
  };
}
