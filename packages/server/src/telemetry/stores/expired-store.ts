import type { Analytical } from "../../platform/analytical/index.js";
import type { PurgeFilter, SessionPurge } from "./session-purge-store.js";

/** What is too old to be kept in the analytical store. */
export interface ExpiredStore {
  /** Removes the lines of sessions up to a revision of each, also those that no longer count and superseded ones. */
  deleteLines(purges: readonly SessionPurge[]): Promise<void>;
  /** Removes superseded lines, hook events and reports from before a time. */
  deleteBefore(time: Date): Promise<void>;
  /** Removes the hook events and reports that a purge means. */
  deleteReports(filter: PurgeFilter): Promise<void>;
}

const settings = (name: string): string => `SETTINGS log_comment = 'telemetry.${name}'`;

const lines = (table: "session_line" | "superseded_line"): string =>
  `DELETE FROM ${table} WHERE session IN {sessions:Array(UUID)}
  AND revision <= transform(toString(session), {sessions:Array(String)}, {revisions:Array(UInt64)}, toUInt64(0))
  ${settings("delete-lines")}`;

/** Each table, and the column that says since when it has a row. */
const REPORTS = [
  ["hook_event", "received_at"],
  ["tool_call_event", "received_at"],
  ["tool_call_minute", "minute"],
  ["agent_interaction_event", "received_at"],
] as const;

const DATED = [["superseded_line", "superseded_at"], ...REPORTS] as const;

const before = ([table, column]: (typeof DATED)[number]): string =>
  `DELETE FROM ${table} WHERE ${column} < parseDateTime64BestEffort({time:String}, 3, 'UTC') ${settings("delete-old")}`;

const reports = (
  [table, column]: (typeof REPORTS)[number],
  { before: time, userId, sessionId }: PurgeFilter,
): string => {
  const conditions = [
    ...(time === undefined ? [] : [`${column} < parseDateTime64BestEffort({time:String}, 3, 'UTC')`]),
    ...(userId === undefined ? [] : ["user_id = {user:UUID}"]),
    ...(sessionId === undefined ? [] : ["session_id = {session:String}"]),
  ];
  return `DELETE FROM ${table} WHERE ${conditions.join(" AND ")} ${settings("delete-reports")}`;
};

export function createExpiredStore({ command }: Analytical): ExpiredStore {
  return {
    async deleteLines(purges) {
      const named = {
        sessions: purges.map(({ session }) => session),
        revisions: purges.map(({ revision }) => revision),
      };
      await command(lines("session_line"), named);
      await command(lines("superseded_line"), named);
    },
    async deleteBefore(time) {
      for (const dated of DATED) await command(before(dated), { time: time.toISOString() });
    },
    async deleteReports(filter) {
      const { before: time, userId: user, sessionId: session } = filter;
      const named = {
        ...(time === undefined ? {} : { time }),
        ...(user === undefined ? {} : { user }),
        ...(session === undefined ? {} : { session }),
      };
      for (const table of REPORTS) await command(reports(table, filter), named);
    },
  };
}
